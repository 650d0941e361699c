import type { ISql, Sql, TransactionSql } from 'postgres';
import { open, type Server } from './client.ts';
import { knownMigrations, migrate, migrationsFolder, NewerSchemaError } from './migrate.ts';

/** A database cannot be moved; the message says why, and what to do. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

/** One table that was moved. */
export interface MovedTable {
  readonly name: string;
  readonly rows: number;
}

interface MoveOptions {
  /** Called for each table once the copy is the same as the original. */
  readonly onTable?: (table: MovedTable) => void;
  readonly signal?: AbortSignal;
}

/** Rows that are on their way at a time; of those with bytes fewer, since JSON doubles them. */
const batchSize = 500;
const batchSizeOfBytes = 16;

interface Table {
  readonly name: string;
  /** Those that are stored, not generated. */
  readonly columns: readonly string[];
  readonly identity: string | null;
  readonly hasBytes: boolean;
}

/**
 * Copies all records of one database into another one that has none, in one transaction there, and compares them, table by
 * table: the number of rows, and a checksum over every row as JSON, which is the same in all versions of PostgreSQL. Nobody
 * writes to the original meanwhile. It needs the rights of the tables' owners alone, on either side.
 *
 * @throws MoveError, NewerSchemaError, what `migrate` throws; the signal's reason. Nothing is copied then.
 */
export async function move(from: Server, to: Server, options: MoveOptions = {}): Promise<MovedTable[]> {
  const { signal, onTable = () => {} } = options;
  await checkSource(from);
  signal?.throwIfAborted();
  await migrate(to, undefined, { ...(signal && { signal }) });
  await checkTarget(to);
  const [source, target] = [connectTo(from), connectTo(to)];
  const stop = () => {
    for (const sql of [source, target]) sql.end({ timeout: 0 });
  };
  signal?.addEventListener('abort', stop);
  try {
    await refuseOthers(source);
    return await source.begin((reading) => target.begin((writing) => copyAll(reading, writing, onTable)));
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await Promise.all([source, target].map((sql) => sql.end({ timeout: 5 })));
  }
}

/** A pooler may give each transaction another connection, so nothing stays prepared. */
const connectTo = (server: Server): Sql =>
  open(server, {
    max: 1,
    prepare: false,
    connect_timeout: 5,
    connection: { application_name: 'daybook-move' },
  });

async function checkSource(from: Server): Promise<void> {
  const found = await contents(from);
  if (!found)
    throw new MoveError('There is nothing to move: the service was never started on this database.');
  const newest = knownMigrations().at(-1)?.tag;
  if (found.migration !== newest)
    throw new MoveError(
      `The database is of an earlier version (${found.migration}): start this version on it once, then move it.`,
    );
}

/** What a migration itself writes, one row each. */
const madeByMigrations = new Set(['settings', 'closings']);

async function checkTarget(to: Server): Promise<void> {
  const { rows = {} } = (await contents(to)) ?? {};
  const filled = Object.entries(rows).filter(([name, count]) => count > 0 && !madeByMigrations.has(name));
  if (filled.length === 0) return;
  const found = filled.map(([name, count]) => `${name} ${count}`).join(', ');
  throw new MoveError(`The database to move to has records (${found}): name an empty one.`);
}

/** The service keeps connections open for as long as it runs. */
async function refuseOthers(source: Sql): Promise<void> {
  const others = await source`
    select distinct coalesce(host(client_addr), 'this machine') as address from pg_stat_activity
    where application_name = 'daybook' and datname = current_database() and pid <> pg_backend_pid()`;
  if (others.length === 0) return;
  const addresses = others.map(({ address }) => address).join(', ');
  throw new MoveError(`The service is running on the database to be moved (${addresses}): stop it first.`);
}

async function copyAll(
  reading: TransactionSql,
  writing: TransactionSql,
  onTable: (table: MovedTable) => void,
): Promise<MovedTable[]> {
  for (const sql of [reading, writing]) {
    // Its texts of times depend on it.
    await sql`set local time zone 'UTC'`;
    await sql`set local statement_timeout = 0`;
    await sql`set local lock_timeout = '10s'`;
  }
  const tables = await tablesOf(reading);
  const names = tables.map(({ name }) => reading(name));
  // An instance that starts meanwhile can read and not write.
  for (const name of names) await reading`lock table ${name} in share mode`;
  for (const { name } of tables) await writing`alter table ${writing(name)} disable trigger user`;
  await deferConstraints(writing, true);
  const moved: MovedTable[] = [];
  for (const table of tables) {
    await copyTable(table, reading, writing);
    await continueIdentity(table, reading, writing);
  }
  await writing`set constraints all immediate`;
  await deferConstraints(writing, false);
  for (const { name } of tables) {
    const [original, copy] = await Promise.all([summary(reading, name), summary(writing, name)]);
    if (original.rows !== copy.rows || original.checksum !== copy.checksum)
      throw new MoveError(`The copy of ${name} differs from the original: nothing was moved.`);
    await writing`alter table ${writing(name)} enable trigger user`;
    const table = { name, rows: Number(original.rows) };
    moved.push(table);
    onTable(table);
  }
  return moved;
}

async function tablesOf(sql: ISql): Promise<Table[]> {
  return await sql<Table[]>`
    select relname as name,
      json_agg(attname::text order by attnum) filter (where attgenerated = '') as columns,
      max(attname::text) filter (where attidentity <> '') as identity,
      bool_or(atttypid = 'bytea'::regtype) as "hasBytes"
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind = 'r'
    group by relname order by relname`;
}

/** Tables name each other, and cheques name cheques: references are looked at when all rows are there. */
async function deferConstraints(sql: TransactionSql, isDeferred: boolean): Promise<void> {
  const constraints = await sql`
    select relname as table, conname as name from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and relnamespace = 'public'::regnamespace`;
  for (const { table, name } of constraints)
    await sql`alter table ${sql(table)} alter constraint ${sql(name)}
      ${isDeferred ? sql`deferrable initially deferred` : sql`not deferrable`}`;
}

async function copyTable(
  { name, columns, hasBytes }: Table,
  reading: TransactionSql,
  writing: TransactionSql,
): Promise<void> {
  if (madeByMigrations.has(name)) await writing`delete from ${writing(name)}`;
  await reading`declare moved no scroll cursor for select to_jsonb(one)::text as row from ${reading(name)} one`;
  const size = reading.unsafe(String(hasBytes ? batchSizeOfBytes : batchSize));
  for (;;) {
    const rows = await reading`fetch ${size} from moved`;
    if (rows.length === 0) break;
    const batch = `[${rows.map(({ row }) => row).join(',')}]`;
    await writing`insert into ${writing(name)} (${writing([...columns])}) overriding system value
      select ${writing([...columns])} from jsonb_populate_recordset(null::${writing(name)}, ${batch}::text::jsonb)`;
  }
  await reading`close moved`;
}

/** The next number is the one that the original would have given. */
async function continueIdentity(
  { name, identity }: Table,
  reading: TransactionSql,
  writing: TransactionSql,
): Promise<void> {
  if (identity === null) return;
  const [{ sequence } = {}] =
    await reading`select pg_get_serial_sequence(format('public.%I', ${name}::text), ${identity}) as sequence`;
  const [given] = await reading`select last_value::text as last, is_called from ${reading.unsafe(sequence)}`;
  await writing`select setval(pg_get_serial_sequence(format('public.%I', ${name}::text), ${identity}), ${given?.last}::bigint, ${given?.is_called})`;
}

/** The number of rows, and the sum of a digest of each of them, which does not depend on their order. */
async function summary(sql: TransactionSql, name: string): Promise<{ rows: string; checksum: string }> {
  const half = (from: number) =>
    sql`coalesce(sum(('x' || substr(digest, ${sql.unsafe(String(from))}, 16))::bit(64)::bigint::numeric), 0)`;
  const [found] = await sql<{ rows: string; checksum: string }[]>`
    select count(*)::text as rows, ${half(1)} || ' ' || ${half(17)} as checksum
    from (select md5(to_jsonb(one)::text) as digest from ${sql(name)} one) digests`;
  return found ?? { rows: '', checksum: '' };
}

/** What a database holds: its newest migration, and the rows of each table, those marked as deleted included. */
export interface Contents {
  readonly migration: string;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Reads every table as a whole, so that pages that are damaged show.
 * @returns undefined where no migration was ever applied
 * @throws NewerSchemaError when this version does not know the database's newest migration; the driver's error
 */
export async function contents(server: Server, folder = migrationsFolder): Promise<Contents | undefined> {
  const sql = open(server, { max: 1, connect_timeout: 5 });
  try {
    const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as name`;
    if (!table?.name) return undefined;
    const [applied] = await sql`select max(created_at)::bigint as newest from drizzle.__drizzle_migrations`;
    if (!applied?.newest) return undefined;
    const migration = knownMigrations(folder).find(({ when }) => when === Number(applied.newest));
    if (!migration) throw new NewerSchemaError();
    const rows: Record<string, number> = {};
    const tables = await sql`select tablename from pg_tables where schemaname = 'public' order by 1`;
    for (const { tablename } of tables) {
      const [{ count } = {}] = await sql`select count(*)::int from ${sql(tablename)}`;
      rows[tablename] = count;
    }
    return { migration: migration.tag, rows };
  } finally {
    await sql.end({ timeout: 5 });
  }
}
