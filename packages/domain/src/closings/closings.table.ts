import { instant, json } from '../db/columns.ts';
import { bigint, boolean, date, pgTable, sql, text, uuid } from '../db/drizzle.ts';
import { type ClosingKind, closingKinds } from '../resources.ts';

/** One row for each kind: what is dated up to `through` stays as it is. Null: nothing is closed. */
export const closings = pgTable('closings', {
  kind: text('kind', { enum: closingKinds }).primaryKey(),
  through: date('through', { mode: 'string' }),
});

/** One row for each act of closing or re-opening; rows are only added. */
export const closingHistory = pgTable('closing_history', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  through: date('through', { mode: 'string' }),
  kinds: json<ClosingKind[]>('kinds').notNull(),
  reason: text('reason').notNull(),
  reopened: boolean('reopened').notNull(),
  /** Null: the operator. */
  actorId: uuid('actor_id'),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
});
