import { bankAccounts } from '../bank-accounts/bank-accounts.table.ts';
import { recordColumns } from '../db/columns.ts';
import { check, date, index, numeric, pgTable, sql, uniqueIndex, uuid } from '../db/drizzle.ts';

export const balanceReadings = pgTable(
  'balanceReadings',
  {
    ...recordColumns(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => bankAccounts.id),
    date: date('date', { mode: 'string' }).notNull(),
    balance: numeric('balance').notNull(),
  },
  (table) => [
    index('balance_readings_changed').on(table.updatedAt, table.id),
    index('balance_readings_order').on(table.date, table.id).where(sql`${table.deletedAt} is null`),
    uniqueIndex('balance_readings_day')
      .on(table.accountId, table.date)
      .where(sql`${table.deletedAt} is null`),
    check('balance_readings_balance', sql`abs(${table.balance}) < 1e15 and scale(${table.balance}) <= 4`),
  ],
);
