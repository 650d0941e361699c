import { clock, recordColumns } from '../db/columns.ts';
import { boolean, check, date, index, integer, numeric, pgTable, sql, text, uuid } from '../db/drizzle.ts';
import { users } from '../users/users.table.ts';

const minutesOf = (column: string) =>
  `(extract(hour from ${column}) * 60 + extract(minute from ${column}))::integer`;

export const logs = pgTable(
  'logs',
  {
    ...recordColumns(),
    date: date('date', { mode: 'string' }).notNull(),
    startingTime: clock('starting_time'),
    finishingTime: clock('finishing_time'),
    crossesMidnight: boolean('crosses_midnight')
      .notNull()
      .generatedAlwaysAs(sql.raw('coalesce(not is_absent and finishing_time < starting_time, false)')),
    durationMinutes: integer('duration_minutes')
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          `coalesce((${minutesOf('finishing_time')} - ${minutesOf('starting_time')} + 1440) % 1440 * (not is_absent)::integer, 0)`,
        ),
      ),
    payment: numeric('payment').notNull(),
    extraNotes: text('extra_notes').notNull(),
    workerId: uuid('worker_id')
      .notNull()
      .references(() => users.id),
    isAbsent: boolean('is_absent').notNull(),
    breakMinutes: integer('break_minutes').notNull().default(0),
  },
  (table) => [
    index('logs_changed').on(table.updatedAt, table.id),
    index('logs_order').on(table.date, table.id).where(sql`${table.deletedAt} is null`),
    // What is earned and paid is read from the index alone.
    index('logs_worker')
      .on(
        table.workerId,
        table.date,
        table.id,
        table.durationMinutes,
        table.breakMinutes,
        table.isAbsent,
        table.payment,
      )
      .where(sql`${table.deletedAt} is null`),
    check(
      'logs_times',
      sql`${table.isAbsent} or (${table.startingTime} is not null and ${table.finishingTime} is not null)`,
    ),
    // Without both times it is logs_times that refuses.
    check(
      'logs_break',
      sql`${table.breakMinutes} between 0 and 1439 and (${table.isAbsent} or ${table.startingTime} is null
        or ${table.finishingTime} is null or ${table.breakMinutes} <= ${table.durationMinutes})`,
    ),
    check(
      'logs_payment',
      sql`${table.payment} >= 0 and ${table.payment} < 1e15 and scale(${table.payment}) <= 4`,
    ),
  ],
);
