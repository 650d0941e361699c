import { bankAccounts } from '../bank-accounts/bank-accounts.table.ts';
import { cheques } from '../cheques/cheques.table.ts';
import { attachmentsColumn, recordColumns } from '../db/columns.ts';
import { boolean, check, date, index, numeric, pgTable, sql, text, uuid } from '../db/drizzle.ts';
import { payees } from '../payees/payees.table.ts';

export const bills = pgTable(
  'bills',
  {
    ...recordColumns(),
    ...attachmentsColumn(),
    date: date('date', { mode: 'string' }).notNull(),
    value: numeric('value').notNull(),
    description: text('description').notNull(),
    extraNotes: text('extra_notes').notNull(),
    payeeId: uuid('payee_id').references(() => payees.id),
    dueDate: date('due_date', { mode: 'string' }),
    paidOn: date('paid_on', { mode: 'string' }),
    accountId: uuid('account_id').references(() => bankAccounts.id),
    /** The one that somebody named. */
    chequeId: uuid('cheque_id').references(() => cheques.id),
    /** The one that is to be paid now, of those that replace it; triggers set it and the next (functions/bills_of_cheques.sql). */
    currentChequeId: uuid('current_cheque_id'),
    paidByCheque: boolean('paid_by_cheque').notNull().default(false),
    /** A trigger sets it (functions/search_keys.sql). */
    searchKey: text('search_key').notNull(),
  },
  (table) => [
    index('bills_changed').on(table.updatedAt, table.id),
    // Totals and balances are read from the index alone.
    index('bills_ledger').on(table.date, table.id, table.value).where(sql`${table.deletedAt} is null`),
    index('bills_search')
      .using('gin', sql`${table.searchKey} gin_trgm_ops`)
      .where(sql`${table.deletedAt} is null`),
    index('bills_due_date')
      .on(table.dueDate, table.id)
      .where(sql`${table.deletedAt} is null and ${table.dueDate} is not null`),
    index('bills_due')
      .on(table.dueDate, table.id, table.value)
      .where(
        sql`${table.deletedAt} is null and ${table.dueDate} is not null and ${table.paidOn} is null and not ${table.paidByCheque}`,
      ),
    index('bills_payee')
      .on(table.payeeId, table.date, table.id)
      .where(sql`${table.deletedAt} is null and ${table.payeeId} is not null`),
    index('bills_account')
      .on(table.accountId, table.date, table.id)
      .where(sql`${table.deletedAt} is null and ${table.accountId} is not null`),
    index('bills_cheque').on(table.chequeId).where(sql`${table.chequeId} is not null`),
    index('bills_current_cheque').on(table.currentChequeId).where(sql`${table.currentChequeId} is not null`),
    check('bills_value', sql`abs(${table.value}) < 1e15 and scale(${table.value}) <= 4`),
  ],
);
