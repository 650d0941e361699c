import { instant } from '../db/columns.ts';
import {
  bigint,
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
import { cheques } from './cheques.table.ts';
import { type ChequeEventKind, chequeStatuses } from './states.ts';

/** One row for each thing that happened to a cheque; rows are only added. */
export const chequeEvents = pgTable(
  'cheque_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    chequeId: uuid('cheque_id')
      .notNull()
      .references(() => cheques.id),
    kind: text('kind').$type<ChequeEventKind>().notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    reason: text('reason').notNull(),
    charge: numeric('charge'),
    fromStatus: text('from_status', { enum: chequeStatuses }).notNull(),
    fromStatusDate: date('from_status_date', { mode: 'string' }),
    fromAttempts: integer('from_attempts').notNull(),
    toStatus: text('to_status', { enum: chequeStatuses }).notNull(),
    /** The event that this one takes back. */
    undoes: bigint('undoes', { mode: 'number' }),
    /** Null: the operator. */
    actorId: uuid('actor_id'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('cheque_events_cheque').on(table.chequeId, table.id),
    uniqueIndex('cheque_events_undoes').on(table.undoes).where(sql`${table.undoes} is not null`),
  ],
);
