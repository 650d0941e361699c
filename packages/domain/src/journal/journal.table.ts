import { instant, json, transactionId } from '../db/columns.ts';
import { bigint, index, integer, jsonb, pgTable, sql, text, uniqueIndex, uuid } from '../db/drizzle.ts';
import type { JournalEntry } from './journal.schema.ts';

/** One row per change of a record, written by triggers (see the migration `journal`) and never altered. */
export const journal = pgTable(
  'journal',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
    actorId: uuid('actor_id'),
    kind: text('kind').$type<JournalEntry['kind']>().notNull(),
    recordId: uuid('record_id').notNull(),
    action: text('action').$type<JournalEntry['action']>().notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    /** What the changes made by one request have in common, where they are several. */
    batch: uuid('batch'),
    /** The entry that this one takes back. */
    undoes: bigint('undoes', { mode: 'number' }),
    /** By which it was changed, if by one. */
    token: json<NonNullable<JournalEntry['token']>>('token').default(
      sql`nullif(current_setting('daybook.token', true), '')::jsonb`,
    ),
    /** Of the record afterwards; none where it is gone, and in entries of before the feed. */
    version: integer('version'),
    /** The transaction that wrote it, for its place in the feed; none in entries of before the feed. */
    xid: transactionId('xid').default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('journal_record').on(table.recordId, table.id),
    index('journal_actor').on(table.actorId, table.id),
    index('journal_at').on(table.at),
    index('journal_batch').on(table.batch).where(sql`${table.batch} is not null`),
    uniqueIndex('journal_undoes').on(table.undoes).where(sql`${table.undoes} is not null`),
    // What was taken from somebody who sees only their own: few rows.
    index('journal_moved')
      .on(sql`(${table.before} ->> 'worker_id')`, table.at)
      .where(sql`${table.action} = 'update' and ${table.before} ? 'worker_id'`),
    index('journal_deleted').on(table.id).where(sql`${table.action} = 'delete'`),
  ],
);
