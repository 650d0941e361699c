import { attachmentsColumn, instant, json, recordColumns } from '../db/columns.ts';
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
  uuid,
} from '../db/drizzle.ts';
import { users } from '../users/users.table.ts';
import { frozenFields, type Settlement, settlementStatuses } from './settlements.schema.ts';

/** Statements that are frozen; made and changed by functions of the database alone. */
export const settlements = pgTable(
  'settlements',
  {
    ...recordColumns(),
    ...attachmentsColumn(),
    workerId: uuid('worker_id')
      .notNull()
      .references(() => users.id),
    /** As they were when it was issued; filled in by a trigger. */
    workerName: text('worker_name').notNull(),
    business: json<Settlement['business']>('business').notNull(),
    number: integer('number').notNull(),
    from: date('from', { mode: 'string' }).notNull(),
    to: date('to', { mode: 'string' }).notNull(),
    status: text('status', { enum: settlementStatuses }).notNull().default('issued'),
    opening: numeric('opening').notNull(),
    earned: numeric('earned').notNull(),
    paid: numeric('paid').notNull(),
    payout: numeric('payout').notNull(),
    balance: numeric('balance').notNull(),
    corrections: json<Settlement['corrections']>('corrections').notNull(),
    lines: json<Settlement['lines']>('lines').notNull(),
    totals: json<Settlement['totals']>('totals').notNull(),
    replacesId: uuid('replaces_id').references((): AnyPgColumn => settlements.id),
    reason: text('reason').notNull().default(''),
    acknowledgedAt: instant('acknowledged_at'),
    /** The newest number of the worker at the moment at which this one was made void. */
    voidedAfter: integer('voided_after'),
    /** Of papers from before lines were bounded, where they have lost something. Nothing answers them. */
    fullLines: json('full_lines'),
    /** Bytes of JSON, but for what is always short. */
    size: integer('size').notNull(),
  },
  (table) => [
    check('settlements_size', sql`${table.size} <= 8 * 1024 * 1024 - 64 * 1024`),
    index('settlements_changed').on(table.updatedAt, table.id),
    uniqueIndex('settlements_number').on(table.workerId, table.number),
    index('settlements_order').on(table.to, table.id).where(sql`${table.deletedAt} is null`),
  ],
);

/** What a settlement froze of a date: of each field in its period, and after each of its corrections. */
export const settlementValues = pgTable(
  'settlement_values',
  {
    settlementId: uuid('settlement_id')
      .notNull()
      .references(() => settlements.id),
    date: date('date', { mode: 'string' }).notNull(),
    field: text('field', { enum: frozenFields }).notNull(),
    amount: numeric('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.settlementId, table.date, table.field] })],
);
