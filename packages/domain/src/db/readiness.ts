import { type Database, perDatabase } from './client.ts';
import { sql } from './drizzle.ts';
import { databaseFailure, isUnavailable } from './failures.ts';
import { knownMigrations } from './migrate.ts';
import { execute } from './statement.ts';

/** Why no write would succeed just now. */
export type Unready = 'DATABASE_AWAY' | 'STANDBY' | 'READ_ONLY' | 'NOT_MIGRATED' | 'NEWER_SCHEMA' | 'SLOW';

const state = sql`pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only,
  to_regclass('users') is not null and to_regclass('journal') is not null as visible,
  (select max(created_at) from drizzle.__drizzle_migrations) as newest`;
const checkQuery = sql`select ${state}`;

// Where a commit waits for standbys it is seen whether they confirm one: by a few bytes of log that belong to no table.
const checkWithWrite = sql`select ${state}, case when current_setting('synchronous_standby_names', true) <> ''
  and not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
  then pg_logical_emit_message(true, 'daybook', '') end`;

interface State {
  readonly standby: boolean;
  readonly read_only: boolean;
  readonly visible: boolean;
  readonly newest: string | null;
}

/** Milliseconds for which a commit that was confirmed counts. */
const confirmationLifetime = 1000;
const confirmations = perDatabase(() => ({ at: -Infinity }));

let newestKnown: number | undefined;

/**
 * Would a write succeed? Asks once, on one connection.
 * @returns undefined if it would
 */
export async function unreadiness(db: Database): Promise<Unready | undefined> {
  newestKnown ??= Math.max(...knownMigrations().map(({ when }) => when));
  const confirmed = confirmations(db);
  const isDue = performance.now() - confirmed.at >= confirmationLifetime;
  try {
    const [row] = await execute<State>(db, isDue ? checkWithWrite : checkQuery);
    if (isDue) confirmed.at = performance.now();
    if (row?.standby) return 'STANDBY';
    if (row?.read_only) return 'READ_ONLY';
    const newest = Number(row?.newest ?? 0);
    if (newest > newestKnown) return 'NEWER_SCHEMA';
    return row?.visible && newest === newestKnown ? undefined : 'NOT_MIGRATED';
  } catch (error) {
    const code = databaseFailure(error)?.code ?? '';
    if (code === 'CONNECT_READ_ONLY') return 'STANDBY';
    if (slow.has(code)) return 'SLOW';
    return isUnavailable(code) || code === '' ? 'DATABASE_AWAY' : 'NOT_MIGRATED';
  }
}

/** Time limits, a server that is silent, and a commit that no standby has confirmed. */
const slow = new Set(['57014', '55P03', 'ETIMEDOUT', 'COMMIT_NOT_REPLICATED']);
