import { foldedText, json, recordColumns } from '../db/columns.ts';
import { boolean, index, pgTable, sql, text } from '../db/drizzle.ts';
import type { ChequeForm } from './bank-accounts.schema.ts';

export const bankAccounts = pgTable(
  'bankAccounts',
  {
    ...recordColumns(),
    name: text('name').notNull(),
    nameKey: foldedText('name_key', 'name'),
    searchKey: foldedText('search_key', `name || ' ' || bank || ' ' || number`),
    bank: text('bank').notNull(),
    number: text('number').notNull(),
    isArchived: boolean('is_archived').notNull(),
    chequeForm: json<ChequeForm>('cheque_form'),
  },
  (table) => [
    index('bank_accounts_changed').on(table.updatedAt, table.id),
    index('bank_accounts_order')
      .on(sql`${table.nameKey} collate "C"`, table.id)
      .where(sql`${table.deletedAt} is null`),
  ],
);
