import { recordColumns } from '../db/columns.ts';
import { check, date, index, numeric, pgTable, sql, text } from '../db/drizzle.ts';

export const bills = pgTable(
  'bills',
  {
    ...recordColumns(),
    date: date('date', { mode: 'string' }).notNull(),
    value: numeric('value').notNull(),
    description: text('description').notNull(),
    extraNotes: text('extra_notes').notNull(),
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
    check('bills_value', sql`abs(${table.value}) < 1e15 and scale(${table.value}) <= 4`),
  ],
);
