import { bankAccounts } from '../bank-accounts/bank-accounts.table.ts';
import { recordColumns } from '../db/columns.ts';
import { check, index, pgTable, sql, text, uuid } from '../db/drizzle.ts';

/** The functions of serials stand in the migration, as does the trigger that keeps the books of an account apart. */
export const chequebooks = pgTable(
  'chequebooks',
  {
    ...recordColumns(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => bankAccounts.id),
    firstSerial: text('first_serial').notNull(),
    lastSerial: text('last_serial').notNull(),
  },
  (table) => [
    index('chequebooks_changed').on(table.updatedAt, table.id),
    index('chequebooks_order')
      .on(sql`${table.firstSerial} collate "C"`, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('chequebooks_account').on(table.accountId).where(sql`${table.deletedAt} is null`),
    check(
      'chequebooks_range',
      sql`serial_shape(${table.firstSerial}) = serial_shape(${table.lastSerial})
        and serial_number(${table.lastSerial}) - serial_number(${table.firstSerial}) between 0 and 999`,
    ),
  ],
);
