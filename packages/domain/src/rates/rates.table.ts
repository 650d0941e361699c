import { recordColumns } from '../db/columns.ts';
import {
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  sql,
  text,
  uniqueIndex,
  uuid,
} from '../db/drizzle.ts';
import { users } from '../users/users.table.ts';
import { rateBases } from './rates.schema.ts';

/** What a worker earns, from a day until the next rate's day. */
export const rates = pgTable(
  'rates',
  {
    ...recordColumns(),
    workerId: uuid('worker_id')
      .notNull()
      .references(() => users.id),
    from: date('from', { mode: 'string' }).notNull(),
    basis: text('basis', { enum: rateBases }).notNull(),
    amount: numeric('amount').notNull(),
    /** Filled by a trigger, from the settings, where it is not sent. */
    dayMinutes: integer('day_minutes').notNull(),
    overtimeFactor: numeric('overtime_factor').notNull(),
    monthDays: integer('month_days').notNull(),
    extraNotes: text('extra_notes').notNull(),
  },
  (table) => [
    index('rates_changed').on(table.updatedAt, table.id),
    index('rates_order').on(table.from, table.id).where(sql`${table.deletedAt} is null`),
    uniqueIndex('rates_from').on(table.workerId, table.from).where(sql`${table.deletedAt} is null`),
    check(
      'rates_amount',
      sql`${table.amount} >= 0 and ${table.amount} < 1e15 and scale(${table.amount}) <= 4`,
    ),
    check(
      'rates_bounds',
      sql`${table.dayMinutes} between 1 and 1440 and ${table.monthDays} between 1 and 31
        and ${table.overtimeFactor} between 0 and 10 and scale(${table.overtimeFactor}) <= 4`,
    ),
  ],
);
