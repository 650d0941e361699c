import { transactionId } from '../db/columns.ts';
import { bigint, boolean, pgTable, sql, uniqueIndex } from '../db/drizzle.ts';

/** The place of each change in the feed; see the function `give_positions`. */
export const events = pgTable(
  'events',
  {
    position: bigint('position', { mode: 'number' }).primaryKey(),
    entry: bigint('entry', { mode: 'number' }).notNull(),
  },
  (table) => [uniqueIndex('events_entry').on(table.entry)],
);

/** How far positions are given: one row at the most. */
export const eventState = pgTable('event_state', {
  only: boolean('only').primaryKey().default(sql`true`),
  /** Changes of all transactions before this one have a position. */
  horizon: transactionId('horizon').notNull(),
  /** All entries of the journal up to this one have a position, or never get one. */
  low: bigint('low', { mode: 'number' }).notNull(),
  /** The same of this one, once all transactions before that one have ended. */
  nextLow: bigint('next_low', { mode: 'number' }).notNull(),
  nextHorizon: transactionId('next_horizon').notNull(),
  /** The newest position. */
  last: bigint('last', { mode: 'number' }).notNull(),
  /** The newest position whose change is no longer kept. */
  purged: bigint('purged', { mode: 'number' }).notNull(),
});
