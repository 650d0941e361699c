import { cheques } from '../cheques/cheques.table.ts';
import { recordColumns } from '../db/columns.ts';
import { check, date, index, numeric, pgTable, sql, text, uuid } from '../db/drizzle.ts';
import { settlements } from '../settlements/settlements.table.ts';
import { users } from '../users/users.table.ts';
import { payEntryKinds } from './pay-entries.schema.ts';

/** Money between the business and a worker that is no pay for a day's work. */
export const payEntries = pgTable(
  'payEntries',
  {
    ...recordColumns(),
    workerId: uuid('worker_id')
      .notNull()
      .references(() => users.id),
    date: date('date', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: payEntryKinds }).notNull(),
    amount: numeric('amount').notNull(),
    extraNotes: text('extra_notes').notNull(),
    chequeId: uuid('cheque_id').references(() => cheques.id),
    /** The settlement that owns this payout, also a void one with which it went: only the settlement changes it. */
    settlementId: uuid('settlement_id').references(() => settlements.id),
    /** The void settlement whose payout this was, where it stayed. */
    keptFromId: uuid('kept_from_id').references(() => settlements.id),
  },
  (table) => [
    index('pay_entries_changed').on(table.updatedAt, table.id),
    index('pay_entries_order').on(table.date, table.id).where(sql`${table.deletedAt} is null`),
    index('pay_entries_worker')
      .on(table.workerId, table.date, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('pay_entries_settlement').on(table.settlementId).where(sql`${table.settlementId} is not null`),
    check(
      'pay_entries_amount',
      sql`abs(${table.amount}) < 1e15 and scale(${table.amount}) <= 4 and (${table.kind} = 'opening' or ${table.amount} > 0)`,
    ),
  ],
);
