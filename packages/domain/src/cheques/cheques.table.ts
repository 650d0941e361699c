import { foldedText, recordColumns } from '../db/columns.ts';
import { boolean, check, date, index, numeric, pgTable, sql, text, uuid } from '../db/drizzle.ts';
import { payees } from '../payees/payees.table.ts';

export const cheques = pgTable(
  'cheques',
  {
    ...recordColumns(),
    serial: text('serial').notNull(),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    value: numeric('value').notNull(),
    description: text('description').notNull(),
    payeeId: uuid('payee_id')
      .notNull()
      .references(() => payees.id),
    isCancelled: boolean('is_cancelled').notNull(),
    searchKey: foldedText('search_key', `serial || ' ' || description`),
  },
  (table) => [
    index('cheques_order').on(table.dueDate, table.id).where(sql`${table.deletedAt} is null`),
    index('cheques_payee').on(table.payeeId, table.dueDate, table.id).where(sql`${table.deletedAt} is null`),
    check('cheques_value', sql`${table.value} >= 0 and ${table.value} < 1e15 and scale(${table.value}) <= 4`),
  ],
);
