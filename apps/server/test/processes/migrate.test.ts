import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MigrationTimeoutError, migrate, migrationsFolder } from '@daybook/domain/server';
import postgres from 'postgres';
import { afterAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database.ts';

// As in migrate.ts: what others hold here.
const lock = 0x0da7b00d;
const legacyLock = 0x0da7b00c;

const { url } = inject('databases');
const folder = mkdtempSync(join(tmpdir(), 'daybook-migrate-'));
const made: string[] = [];
let address = '';
let root: postgres.Sql;
let logged: string[] = [];
const log = (line: string) => logged.push(line);

const on = (name: string, base = url) => Object.assign(new URL(base), { pathname: `/${name}` }).href;
const client = (to: string, name = 'postgres.js') =>
  postgres(to, { max: 1, onnotice: () => {}, connection: { application_name: name } });

beforeEach(async () => {
  logged = [];
  root ??= client(url);
  const name = `daybook_migrate_${process.pid}_${made.length}`;
  made.push(name);
  await root.unsafe(`create database ${name}`);
  address = on(name);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const name of made) await root.unsafe(`drop database ${name} with (force)`);
  await root?.end();
});

/** Somebody who holds a lock of the database's; ended with the test. */
async function holding(key: number, kind: 'xact_lock' | 'lock') {
  const sql = client(address, 'somebody');
  if (kind === 'xact_lock') await sql`begin`;
  const [row] = await sql.unsafe(`select pg_backend_pid() as pid, pg_advisory_${kind}(${key})`);
  return { pid: row?.pid as number, end: () => sql.end({ timeout: 1 }) };
}

async function applied(to = address) {
  const sql = client(to);
  const [found] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is`;
  const rows = found?.is ? await sql`select hash from drizzle.__drizzle_migrations` : [];
  const locks = await sql`select 1 from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`;
  await sql.end();
  return { migrations: rows.length, locks: locks.length };
}

describe('the lock for migrations', () => {
  test('who waits for it says at once who holds it, and gives up in time', async () => {
    const { pid, end } = await holding(lock, 'xact_lock');
    const error = await migrate(address, undefined, { timeout: 1000, log }).catch((reason) => reason);
    expect(error).toBeInstanceOf(MigrationTimeoutError);
    expect(error.message).toMatch(new RegExp(`pid ${pid}, somebody.* MIGRATION_TIMEOUT`));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(
      new RegExp(
        `^Somebody else migrates the database: pid ${pid}, somebody from \\S+, since 20..-.*T.*Z. Wait`,
      ),
    );
    await end();
  });

  test('it ends with its holder, however that ends', async () => {
    const { pid } = await holding(lock, 'xact_lock');
    const migrating = migrate(address, undefined, { timeout: 60_000, log });
    await expect.poll(() => logged.length).toBe(1);
    await root`select pg_terminate_backend(${pid})`;
    await migrating;
    expect(await applied()).toEqual({ migrations: knownCount(), locks: 0 });
  });

  test('a signal ends the wait at once', async () => {
    const { end } = await holding(lock, 'xact_lock');
    const stopping = new AbortController();
    const outcome = migrate(address, undefined, { log, signal: stopping.signal }).catch((reason) => reason);
    await expect.poll(() => logged.length).toBe(1);
    stopping.abort();
    expect(await Promise.race([outcome, wait(20_000, 'still waiting')])).toMatchObject({
      name: 'AbortError',
    });
    await end();
  });

  test('nobody needs it where nothing is missing', async () => {
    await migrate(address);
    const { end } = await holding(lock, 'xact_lock');
    await migrate(address, undefined, { timeout: 0, log });
    expect(logged).toEqual([]);
    await end();
  });

  test('that of earlier versions, which a pooler may hold for ever, is reported and not waited for', async () => {
    const { pid, end } = await holding(legacyLock, 'lock');
    await migrate(address, undefined, { log });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(`(pid ${pid}, somebody`);
    await end();
  });

  test('a migration whose connection dies leaves nothing, and does not end the process', async () => {
    const failing = migrate(address, migrationsWith('select pg_sleep(60)')).catch((reason) => reason);
    const sleeping = () => root`select pid from pg_stat_activity where query like '%pg_sleep(60)' 
      and datname = ${new URL(address).pathname.slice(1)}`;
    await expect.poll(async () => (await sleeping()).length).toBe(1);
    await root`select pg_terminate_backend(${(await sleeping())[0]?.pid})`;
    expect((await failing).message).not.toBe('');
    expect(await applied()).toEqual({ migrations: 0, locks: 0 });
    await migrate(address);
    expect(await applied()).toEqual({ migrations: knownCount(), locks: 0 });
  });
});

describe('a new table of records', () => {
  const table = 'create table receipts (id uuid, changed_by uuid)';
  const triggers = [
    "select journal_table('receipts', 'id')",
    'create trigger receipts_kept before delete on receipts execute function keep_record()',
  ];

  test.each([
    ['without its triggers', [table], 'needs triggers that execute write_journal_receipts and keep_record'],
    ['that is no resource', [table, ...triggers], 'is missing from journalled'],
  ])('%s stops the start', async (_, statements, message) => {
    const migrating = migrate(address, migrationsWith(statements.join(';')));
    await expect(migrating).rejects.toThrow(`The table receipts ${message}`);
    expect(await applied()).toEqual({ migrations: 0, locks: 0 });
  });

  test('that is missing stops the start, also where all migrations are applied', async () => {
    const without = migrationsWith('alter table chequebooks rename to receipts');
    await expect(migrate(address, without)).rejects.toThrow('There is no table chequebooks');
    await migrate(address);
    const sql = postgres(address, { max: 1, onnotice: () => {} });
    await sql`alter table chequebooks rename to receipts`;
    await sql.end();
    await expect(migrate(address)).rejects.toThrow('There is no table chequebooks');
  });
});

test('a new database and one from before 0031 come to the same functions', async ({ skip }) => {
  skip(!url, 'one process owns the embedded database');
  const functionsOf = async (to: string) => {
    const sql = client(to);
    const rows = await sql`select pg_get_functiondef(oid) as text from pg_proc
      where pronamespace = 'public'::regnamespace and prokind <> 'a' order by 1`;
    await sql.end();
    return rows.map(({ text }) => text as string);
  };
  const erases = (texts: readonly string[]) => texts.filter((text) => text.includes('personal_tables()'));
  const upgraded = address;
  await migrate(upgraded, migrationsBefore('0031_functions'));
  expect(erases(await functionsOf(upgraded))).toEqual([]);
  await migrate(upgraded);
  const name = `daybook_migrate_${process.pid}_${made.length}`;
  made.push(name);
  await root.unsafe(`create database ${name}`);
  await migrate(on(name));
  expect(await functionsOf(upgraded)).toEqual(await functionsOf(on(name)));
  expect(erases(await functionsOf(upgraded))).toHaveLength(2);
});

/** A folder of the migrations before this one. */
function migrationsBefore(tag: string): string {
  const copy = mkdtempSync(join(folder, 'before-'));
  cpSync(migrationsFolder, copy, { recursive: true });
  const path = join(copy, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const count = journal.entries.findIndex((one) => one.tag === tag);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return copy;
}

/** A folder of migrations, the last of which executes this too. */
function migrationsWith(statement: string): string {
  const copy = mkdtempSync(join(folder, 'with-'));
  cpSync(migrationsFolder, copy, { recursive: true });
  const { entries } = JSON.parse(readFileSync(join(copy, 'meta/_journal.json'), 'utf8'));
  const last = join(copy, `${entries.at(-1).tag}.sql`);
  writeFileSync(last, `${readFileSync(last, 'utf8')};\n--> statement-breakpoint\n${statement}`);
  return copy;
}

const knownCount = () =>
  JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')).entries.length as number;

const program = '/usr/sbin/pgbouncer';

describe('behind PgBouncer', () => {
  beforeEach(({ skip }) => skip(!existsSync(program), 'there is no PgBouncer'));

  /** @returns an address behind it */
  async function pooler(mode: string, more = ''): Promise<string> {
    const port = await freePort();
    const { hostname, port: serverPort, username, password } = new URL(url);
    const account = `user=${username}${password && ` password=${password}`}`;
    const file = join(folder, `${port}.ini`);
    writeFileSync(
      file,
      `[databases]\n* = host=${hostname} port=${serverPort || 5432} ${account}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n` +
        `listen_port = ${port}\nauth_type = any\npool_mode = ${mode}\nunix_socket_dir =\n${more}\n`,
    );
    chmodSync(folder, 0o755);
    // It refuses to run as root.
    const drop = process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
    const child = spawn('setpriv', [...drop, program, '-q', file], { stdio: 'ignore' });
    onTestFinished(() => void child.kill());
    const behind = on(made.at(-1) ?? '', `postgres://${username}@127.0.0.1:${port}`);
    await expect.poll(() => client(behind)`select 1`.then(Boolean, () => false)).toBe(true);
    return behind;
  }
  const limits = 'ignore_startup_parameters = statement_timeout, lock_timeout';
  const start = (behind: string, preparedStatements: 'auto' | 'on' | 'off' = 'auto') =>
    openDatabase(
      { databaseUrl: behind, databaseConnections: 30, dataDir: folder, preparedStatements },
      { serverTimeoutMs: 0, migrationTimeoutMs: 10_000, signal: new AbortController().signal, log },
    ).then(
      ({ close }) => close(),
      ({ message }) => message,
    );

  test('in transaction mode several migrate once, and no lock stays', async () => {
    const behind = await pooler('transaction');
    await Promise.all([migrate(behind), migrate(behind), migrate(behind)]);
    expect(await applied()).toEqual({ migrations: knownCount(), locks: 0 });
  });

  test('a start-up parameter that it does not take is named, with the setting', async () => {
    expect(await start(await pooler('session'))).toMatch(
      /refuses a start-up parameter .*statement_timeout.*: set ignore_startup_parameters = statement_timeout, lock_timeout/,
    );
  });

  test('what then does not hold is said', async () => {
    expect(await start(await pooler('session', limits))).toBeUndefined();
    expect(logged).toEqual([
      expect.stringMatching(/drops statement_timeout and lock_timeout: no such limit/),
    ]);
  });

  test.for([
    ['several connections', ''],
    ['one connection', 'default_pool_size = 1'],
  ])('one that does not keep prepared statements gets none: %s', async ([, more], { skip }) => {
    const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
    if (!/ 1\.(\d|1\d|20)\./.test(version)) return skip(`${version.split('\n')[0]} keeps them`);
    const behind = await pooler('transaction', `${limits}\n${more}`);
    expect(await start(behind)).toBeUndefined();
    expect(logged.at(-1)).toMatch(/does not keep prepared statements: they are sent unprepared/);
    expect(await start(behind, 'off')).toBeUndefined();
    expect(logged.filter((line) => line.includes('unprepared'))).toHaveLength(1);
  });

  test('limits of the user do not hold for migrations', async () => {
    const name = new URL(address).pathname.slice(1);
    await root.unsafe(`alter database ${name} set statement_timeout = 300`);
    await migrate(address, migrationsWith('select pg_sleep(1)'));
    await root.unsafe(`alter database ${name} reset statement_timeout`);
    expect((await applied()).migrations).toBeGreaterThan(0);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
