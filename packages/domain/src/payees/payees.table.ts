import { attachmentsColumn, foldedText, recordColumns } from '../db/columns.ts';
import { index, pgTable, sql, text } from '../db/drizzle.ts';

export const payees = pgTable(
  'payees',
  {
    ...recordColumns(),
    ...attachmentsColumn(),
    name: text('name').notNull(),
    nameKey: foldedText('name_key', 'name'),
    /** A trigger sets it (functions/search_keys.sql). */
    searchKey: text('search_key').notNull(),
    email: text('email').notNull(),
    phoneNumber: text('phone_number').notNull(),
    extraNotes: text('extra_notes').notNull(),
  },
  (table) => [
    index('payees_changed').on(table.updatedAt, table.id),
    index('payees_name_order')
      .on(sql`${table.nameKey} collate "C"`, table.id)
      .where(sql`${table.deletedAt} is null`),
  ],
);
