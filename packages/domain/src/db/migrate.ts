import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ISql, Sql, TransactionSql } from 'postgres';
import { personalTables } from '../erasure/personal.ts';
import { journalKinds } from '../journal/kinds.ts';
import { open, type Server } from './client.ts';
import { readMigrationFiles } from './drizzle.ts';

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Any number: who migrates this database holds this lock, until its transaction ends. */
const lock = 0x0da7b00d;
/** Of versions up to 2.0, which held it for as long as the connection: a pooler's may hold it for ever. */
const legacyLock = 0x0da7b00c;

/** Milliseconds between two attempts to take the lock, and between two lines that say who holds it. */
const pollInterval = 250;
const reportInterval = 5000;

/** The database was migrated by a newer version of the service than this one. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';

  constructor() {
    super('The database was migrated by a newer version of Daybook: start that version.');
  }
}

/** The database cannot hold Unicode texts. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

/** Somebody else has been migrating for too long. */
export class MigrationTimeoutError extends Error {
  override readonly name = 'MigrationTimeoutError';
}

/** The server takes no writes. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError';
  /** PostgreSQL's own for a write that it refuses for this. */
  readonly code = '25006';
}

interface Migration {
  readonly tag: string;
  /** Milliseconds since 1970; the database keeps it for each that was applied. */
  readonly when: number;
}

/** The migrations of this version, in their order. */
export function knownMigrations(folder = migrationsFolder): readonly Migration[] {
  return JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')).entries;
}

interface MigrateOptions {
  /** Milliseconds to wait for somebody else who migrates. */
  readonly timeout?: number;
  /** Ends everything at once; what was begun is rolled back. */
  readonly signal?: AbortSignal;
  /** Gets lines for the operator. */
  readonly log?: (line: string) => void;
}

/**
 * Applies what is missing, exactly once however many instances start together, in one transaction, which also holds the
 * lock: it ends with its holder, behind a pooler too. Default types and no time limits.
 * @throws NewerSchemaError when the database knows migrations that this version does not; EncodingError, StandbyError,
 * MigrationTimeoutError; the signal's reason
 */
export async function migrate(
  server: Server,
  folder = migrationsFolder,
  { timeout = 600_000, signal, log = () => {} }: MigrateOptions = {},
): Promise<void> {
  const sql = open(server, {
    max: 1,
    fetch_types: true,
    // A pooler may give each transaction another connection, which does not know what was prepared on the last.
    prepare: false,
    connect_timeout: 3,
    connection: { application_name: 'daybook' },
  });
  const stop = () => sql.end({ timeout: 0 });
  signal?.addEventListener('abort', stop);
  try {
    await checkServer(sql, typeof server === 'string');
    if (await isMigrated(sql, folder)) return await checkResources(sql, folder);
    await reportLegacyLock(sql, log);
    const until = Date.now() + timeout;
    for (
      let reported = 0;
      !(await migrateAlone(sql, folder));
      await wait(pollInterval, undefined, { signal })
    ) {
      if (Date.now() > until)
        throw new MigrationTimeoutError(
          `Somebody else has been migrating the database for ${timeout / 1000} s: ${await holder(sql, lock)}. End that, or raise MIGRATION_TIMEOUT.`,
        );
      if (Date.now() - reported < reportInterval) continue;
      reported = Date.now();
      const left = Math.ceil((until - reported) / 1000);
      log(
        `Somebody else migrates the database: ${await holder(sql, lock)}. Waiting, for up to ${left} s more …`,
      );
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await sql.end({ timeout: 5 });
  }
}

async function checkServer(sql: Sql, isServer: boolean): Promise<void> {
  const [row] = await sql`select current_setting('server_encoding') as encoding,
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only`;
  if (row?.encoding !== 'UTF8')
    throw new EncodingError(
      `The database has the encoding ${row?.encoding} and needs UTF8: create it with encoding 'UTF8' template template0.`,
    );
  // The embedded database is read-only for a while when its disk is full.
  if (isServer && row?.read_only) throw new StandbyError('The database takes no writes.');
}

/** Is nothing missing? */
async function isMigrated(sql: ISql, folder: string): Promise<boolean> {
  const newest = Math.max(...knownMigrations(folder).map(({ when }) => when));
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as name`;
  if (!table?.name) return false;
  const [applied] = await sql`select max(created_at)::bigint as newest from drizzle.__drizzle_migrations`;
  if (Number(applied?.newest ?? 0) > newest) throw new NewerSchemaError();
  return Number(applied?.newest ?? 0) === newest;
}

/** @returns whether it is done: not if somebody else has the lock */
const migrateAlone = (sql: Sql, folder: string) =>
  sql.begin(async (transaction) => {
    // Not to wait within PostgreSQL, where nobody hears a signal.
    const [row] = await transaction`select pg_try_advisory_xact_lock(${lock}) as taken`;
    if (!row?.taken) return false;
    // Behind a pooler the service's limits are those of the database's user, and a migration takes as long as it takes.
    await transaction`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`;
    if (!(await isMigrated(transaction, folder))) await applyMissing(transaction, folder);
    return true;
  });

/**
 * Functions whose text this version has as a whole, to be executed after the migrations. The newest migration that changes them
 * has their mark, so that an older version, which refuses to start, never brings back its own.
 */
export function repeatable(folder = migrationsFolder): {
  readonly texts: readonly string[];
  readonly mark: string;
} {
  const functions = join(folder, 'functions');
  const files = readdirSync(functions).toSorted();
  const texts = [personalTables(), ...files.map((file) => readFileSync(join(functions, file), 'utf8'))];
  const digest = createHash('sha256').update(texts.join('\n')).digest('hex');
  return { texts, mark: `-- Functions: ${digest.slice(0, 16)}` };
}

/** As Drizzle's own migrator does, which has no transaction of somebody else's. */
async function applyMissing(transaction: TransactionSql, folder: string): Promise<void> {
  await transaction`create schema if not exists drizzle`;
  await transaction`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`;
  const [applied] =
    await transaction`select max(created_at)::bigint as newest from drizzle.__drizzle_migrations`;
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  for (const { sql: statements, hash, folderMillis } of migrations) {
    if (folderMillis <= Number(applied?.newest ?? 0)) continue;
    for (const statement of statements) await transaction.unsafe(statement);
    await transaction`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
  }
  // Tests migrate to an earlier version too: to one before these functions, and to one before compare_records.
  const { texts, mark } = repeatable(folder);
  if (migrations.some(({ sql }) => sql.join().includes(mark)))
    for (const text of texts) await transaction.unsafe(text);
  const [{ known } = {}] = await transaction`select to_regproc('compare_records') is not null as known`;
  if (known) await transaction`select compare_records()`;
  await checkResources(transaction, folder);
}

/** A resource without a table, and a table of records that nobody keeps or that the journal does not know, stop the start. */
async function checkResources(sql: ISql, folder: string): Promise<void> {
  const [absent] = await sql`
    select name from unnest(${[...journalKinds]}::text[]) as name
    where to_regclass(format('public.%I', name)) is null`;
  const isEarlier = knownMigrations(folder).length < knownMigrations().length;
  if (absent && !isEarlier)
    throw new Error(`There is no table ${absent.name}: the resource needs a migration.`);
  const tables = await sql`select relname as name, array(select proname::text from pg_trigger
      join pg_proc on pg_proc.oid = tgfoid where tgrelid = pg_class.oid) as functions
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where attname = 'changed_by' and relkind = 'r' and relnamespace = 'public'::regnamespace
      and to_regproc('journal_table') is not null`;
  for (const { name, functions } of tables) {
    const missing = [`write_journal_${name}`, 'keep_record'].filter((one) => !functions.includes(one));
    if (missing.length > 0)
      throw new Error(
        `The table ${name} needs triggers that execute ${missing.join(' and ')}, in its migration.`,
      );
    if (!journalKinds.some((kind) => kind === name))
      throw new Error(`The table ${name} is missing from journalled, in packages/domain/src/resources.ts.`);
  }
}

/** Who holds a lock, and since when, as far as this user may see. */
async function holder(sql: Sql, key: number): Promise<string> {
  const [row] = await sql`
    select pid, application_name as name, host(client_addr) as address,
      to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and classid = 0 and objid = ${key}
      and database = (select oid from pg_database where datname = current_database())`;
  if (!row) return 'it has just ended';
  const { pid, name, address, since } = row;
  return `pid ${pid}, ${name || 'an unknown application'}${address ? ` from ${address}` : ''}${since ? `, since ${since}` : ''}`;
}

async function reportLegacyLock(sql: Sql, log: (line: string) => void): Promise<void> {
  const found = await holder(sql, legacyLock);
  if (found.startsWith('pid'))
    log(
      `An earlier version of Daybook holds its lock for migrations (${found}), or left it behind in a pooler: this one does not wait for it.`,
    );
}
