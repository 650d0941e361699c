import { setTimeout as wait } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';
import { execute } from '../db/statement.ts';
import { users } from '../users/users.table.ts';
import { isAlive } from './sessions.repo.ts';

/** Removes rows of one kind after a position in an index: says how many it looked at, and where the next ones begin. */
export type Batch = (after: string | undefined, max: number) => SQL;

/**
 * @param scanned the rows to look at: `target` (their ctid) and `position`, in its order
 * @param expired the ctids of those that can go; one that is changed or locked meanwhile stays
 */
const deleteExpired = (table: SQL, scanned: SQL, expired: SQL) => sql`
  with scanned as materialized (${scanned}), unlocked as materialized (
    select ctid as target from ${table} where ctid = any(array(${expired})) for update skip locked
  ), deleted as (
    delete from ${table} where ctid = any(array(select target from unlocked)) returning 1
  )
  select (select count(*) from scanned)::integer as scanned, (select count(*) from deleted)::integer as deleted,
    (select position from scanned order by position desc limit 1)::text as after`;

/**
 * The rows whose time came before `until`, in the order of the index on it. A limit before that condition: with both bounds
 * of the range, and no statistics, PostgreSQL expects few rows, and would sort all instead.
 */
const olderThan =
  (table: SQL, column: SQL, until: SQL): Batch =>
  (after = '-infinity', max) =>
    deleteExpired(
      table,
      sql`select * from (
        select ctid as target, ${column} as position from ${table}
        where ${column} >= ${after}::timestamptz order by ${column} limit ${max}
      ) as first where position < ${until}`,
      sql`select target from scanned`,
    );

/** Whether a session has expired depends on the account too, so all are looked at: an account has 100 at the most. */
const expiredSessions: Batch = (after = '00000000-0000-0000-0000-000000000000', max) =>
  deleteExpired(
    sql`sessions`,
    sql`select ctid as target, id as position, user_id, epoch, expires_at from sessions
      where id > ${after}::uuid order by id limit ${max}`,
    sql`select target from scanned as sessions left join ${users} on ${isAlive} where users.id is null`,
  );

/** The kinds of rows that expire, each removed by itself. */
export const kinds = {
  attempts: olderThan(sql`attempts`, sql`drained_at`, sql`now()`),
  'idempotency keys': olderThan(sql`idempotency_keys`, sql`created_at`, sql`now() - interval '1 day'`),
  sessions: expiredSessions,
  imports: olderThan(sql`imports`, sql`expires_at`, sql`now()`),
  'pieces of files': olderThan(sql`attachment_pieces`, sql`expires_at`, sql`now()`),
  'webhook deliveries': olderThan(sql`webhook_deliveries`, sql`created_at`, sql`now() - interval '30 days'`),
  devices: olderThan(sql`devices`, sql`last_seen_at`, sql`now() - interval '1 year'`),
} as const satisfies Readonly<Record<string, Batch>>;

/** How long is kept what no bound ends, in seconds; without it, for ever. */
export interface Retention {
  readonly journal?: number | undefined;
  readonly deleted?: number | undefined;
}

/** By a function of the database, since the journal and records are kept from everything else (migrations/0019_erasure.sql). */
const expireByFunction =
  (name: 'expire_journal' | 'expire_deleted', seconds: number): Batch =>
  (after = '0', max) =>
    sql`select scanned, deleted, after::text from ${sql.raw(name)}(
      now() - make_interval(secs => ${seconds}), ${after}::bigint, ${max}::integer)`;

/** The kinds of rows that expire by these settings besides; records before their entries in the journal. */
export const retentionKinds = ({ journal, deleted }: Retention): Readonly<Record<string, Batch>> => ({
  ...(deleted !== undefined && { 'deleted records': expireByFunction('expire_deleted', deleted) }),
  ...(journal !== undefined && { journal: expireByFunction('expire_journal', journal) }),
});

/** Rows of a batch, at the least and at the most, and the milliseconds that one should take. */
const BATCH = { min: 500, max: 2000, batchMs: 50 };

/**
 * Removes the rows of one kind that have expired, in batches with pauses between them as long as they took, so that others are served.
 * Rows that are locked are left for the next time; several instances share the work.
 * @returns how many rows were deleted
 */
export async function purge(db: Database, expired: Batch, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  let after: string | undefined;
  for (let limit = BATCH.min; ; ) {
    signal?.throwIfAborted();
    const began = performance.now();
    const [batch] = await execute<{ scanned: number; deleted: number; after: string | null }>(
      db,
      expired(after, limit),
    );
    const took = performance.now() - began;
    if (!batch) return deleted;
    deleted += batch.deleted;
    if (batch.scanned < limit) return deleted;
    after = batch.after ?? undefined;
    const next = took > BATCH.batchMs ? Math.ceil(limit / 2) : 2 * limit;
    limit = Math.min(Math.max(next, BATCH.min), BATCH.max);
    await wait(Math.max(10, took), undefined, { signal });
  }
}
