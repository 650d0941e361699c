import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '@daybook/api';
import { accounts, MoveError, move, type Server } from '@daybook/domain/server';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { seed } from '../../src/demo/seed.ts';
import { startEmbedded } from '../../src/embedded/embedded.ts';
import { workplace } from '../support/commands.ts';
import { createDatabase, type TestDatabase } from '../support/service.ts';

const place = workplace();
let source: TestDatabase;
const others: TestDatabase[] = [];

/** Another one, migrated and empty. */
async function another(): Promise<TestDatabase> {
  const made = await createDatabase();
  others.push(made);
  return made;
}

beforeAll(async () => {
  source = await createDatabase();
  const { pools, close } = connectPools(source.server);
  await accounts.makeAdministrator(pools.users, 'ada.admin', await hashPassword('correct horse battery'));
  await seed(pools.users, String(await accounts.anyAdministrator(pools.users)));
  await close();
  // More than are on their way at a time.
  await source.sql`insert into attachment_pieces (attachment_id, number, bytes, expires_at)
    select gen_random_uuid(), 0, sha256(n::text::bytea), null from generate_series(1, 40) as n`;
});
afterEach(async () => {
  for (const one of others.splice(0)) await one.drop();
});
afterAll(async () => {
  await source.drop();
  place.clear();
});

const open = (server: Server) =>
  typeof server === 'string' ? postgres(server, { max: 1 }) : postgres({ ...server, max: 1 });

/** Every row of every table, and of the numbers that are given next. */
async function everything(sql: postgres.Sql): Promise<Record<string, unknown>> {
  const tables = await sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const rows = tables.map(async ({ name }) => [
    name,
    await sql`select t::text from ${sql(name)} t order by 1`.values(),
  ]);
  const sequences =
    await sql`select sequencename, last_value::text from pg_sequences where schemaname = 'public'
    order by 1`.values();
  return { ...Object.fromEntries(await Promise.all(rows)), sequences };
}

/** What protects the records. */
async function guards(sql: postgres.Sql): Promise<unknown> {
  return [
    await sql`select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`.values(),
    await sql`select conname, condeferrable, condeferred from pg_constraint
      where connamespace = 'public'::regnamespace order by 1`.values(),
  ];
}

const rowsOf = async ({ sql }: TestDatabase) =>
  Number((await sql`select (select count(*) from users) + (select count(*) from journal) as rows`)[0]?.rows);

test('all records move, to the embedded database and on to another one', async () => {
  const embedded = await startEmbedded({ dataDir: join(place.folder, 'embedded') });
  const target = await another();
  const fresh = await guards(target.sql);
  try {
    const moved = await move(source.server, embedded.connection);
    expect(moved.find(({ name }) => name === 'logs')).toEqual({ name: 'logs', rows: 3008 });
    expect(await move(embedded.connection, target.server)).toEqual(moved);
  } finally {
    await embedded.stop();
  }
  expect(await everything(target.sql)).toEqual(await everything(source.sql));
  expect(await guards(target.sql)).toEqual(fresh);
  await expect(target.sql`delete from journal`).rejects.toThrow();
});

test('a database that has records is not moved to', async () => {
  const target = await another();
  await target.sql`insert into payees (id, name, email, phone_number, extra_notes)
    values (gen_random_uuid(), 'Here', '', '', '')`;
  await expect(move(source.server, target.server)).rejects.toThrow(
    /has records \(journal 1, payees 1\): name an empty one/,
  );
});

test('a database on which the service was never started, and one of an earlier version, are not moved', async () => {
  const [empty, older] = [await another(), await another()];
  await empty.sql`drop schema drizzle cascade`;
  await expect(move(empty.server, source.server)).rejects.toThrow(/never started/);
  await older.sql`delete from drizzle.__drizzle_migrations
    where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`;
  await expect(move(older.server, source.server)).rejects.toThrow(/start this version on it once/);
});

test('a move that is stopped has moved nothing, and can be made again', async () => {
  const target = await another();
  const stopped = new AbortController();
  const onTable = () => stopped.abort(new Error('stopped'));
  await expect(move(source.server, target.server, { onTable, signal: stopped.signal })).rejects.toThrow(
    'stopped',
  );
  expect(await rowsOf(target)).toBe(0);
  await move(source.server, target.server);
  expect(await rowsOf(target)).toBe(await rowsOf(source));
});

test('a copy that is not the same as the original is not kept', async () => {
  const target = await another();
  await target.sql`create rule lossy as on insert to logs where new.extra_notes = 'Ill' do instead nothing`;
  await expect(move(source.server, target.server)).rejects.toThrow(MoveError);
  expect(await rowsOf(target)).toBe(0);
});

test('an owner without other rights moves; nobody else may be connected', async () => {
  const target = await another();
  const [name, role] = [`${new URL(target.server).pathname.slice(1)}_own`, `owner_${process.pid}`];
  await target.sql.unsafe(`create role ${role} login password 'pw'`);
  await target.sql.unsafe(`create database ${name} owner ${role}`);
  const address = Object.assign(new URL(target.server), {
    pathname: `/${name}`,
    username: role,
    password: 'pw',
  }).href;
  const service = postgres(source.server, { max: 1, connection: { application_name: 'daybook' } });
  try {
    await service`select 1`;
    await expect(move(source.server, address)).rejects.toThrow(/is running on the database to be moved/);
    await service.end();
    await move(source.server, address);
    const sql = open(address);
    expect(await everything(sql)).toEqual(await everything(source.sql));
    await sql.end();
  } finally {
    await service.end();
    await target.sql.unsafe(`drop database ${name} with (force)`);
    await target.sql.unsafe(`drop role ${role}`);
  }
});

test('npm run move -- embedded, and back', async () => {
  const folder = join(place.folder, 'moved');
  const DATABASE_URL = source.server;
  const there = await place.command('move', ['embedded'], { DATA_DIR: folder, DATABASE_URL }).done;
  expect(there).toMatchObject({ ended: 0, stderr: '' });
  expect(there.stdout).toMatch(/^logs: 3008, the same$/m);
  expect(existsSync(join(folder, 'postgresql'))).toBe(true);
  const again = place.command('move', ['embedded'], { DATA_DIR: folder, DATABASE_URL });
  expect(await again.done).toMatchObject({
    ended: 1,
    stderr: expect.stringContaining('has a database already'),
  });
  const target = await another();
  const back = await place.command('move', [target.server], { DATA_DIR: folder }).done;
  expect(back).toMatchObject({ ended: 0, stderr: '' });
  expect(await everything(target.sql)).toEqual(await everything(source.sql));
});

test.each<[string[], number, RegExp]>([
  [[], 2, /Name where to/],
  [['--help'], 2, /Name where to/],
  [['mysql://somewhere/else'], 1, /has the scheme mysql/],
  [['embedded'], 1, /DATABASE_URL is not set/],
  [['postgres://nobody@127.0.0.1:1/none'], 1, /There is no database in/],
])('npm run move -- %s says what is accepted', async (args, ended, message) => {
  const outcome = await place.command('move', args, { DATA_DIR: join(place.folder, 'none') }).done;
  expect(outcome).toMatchObject({ ended, stderr: expect.stringMatching(message) });
});
