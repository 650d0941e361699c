import { foldedText, recordColumns } from '../db/columns.ts';
import { check, date, index, numeric, pgTable, sql, text } from '../db/drizzle.ts';

export const bills = pgTable(
  'bills',
  {
    ...recordColumns(),
    date: date('date', { mode: 'string' }).notNull(),
    value: numeric('value').notNull(),
    description: text('description').notNull(),
    extraNotes: text('extra_notes').notNull(),
    searchKey: foldedText('search_key', `description || ' ' || extra_notes`),
  },
  (table) => [
    index('bills_changed').on(table.updatedAt, table.id),
    index('bills_order').on(table.date, table.id).where(sql`${table.deletedAt} is null`),
    check('bills_value', sql`abs(${table.value}) < 1e15 and scale(${table.value}) <= 4`),
  ],
);
