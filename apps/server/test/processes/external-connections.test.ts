import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, connect, migrate } from '@daybook/domain/server';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '../../src/embedded/embedded.ts';

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

let embedded: Embedded;
let own: Connection;

beforeAll(async () => {
  embedded = await startEmbedded({});
  await migrate(embedded.connection);
  own = connect(embedded.connection, { max: 2, statementTimeout: 4000, lockTimeout: 700, statements: 100 });
});
afterAll(async () => {
  await own.close();
  await embedded.stop();
});

/** On a connection of the service. */
const ours = async (statement: string) => [...(await own.db.execute(statement))];

/** A connection that is not the service's own. */
const external = () => postgres({ ...embedded.connection, max: 1, fetch_types: false, onnotice: () => {} });

/** The service's session as it should be. */
async function expectWhole() {
  const [row] = await ours(`select current_user as who, session_user as login,
    current_setting('default_transaction_read_only') as read_only, current_setting('TimeZone') as zone,
    (select count(*)::int from users) as users`);
  expect(row).toEqual({ who: 'postgres', login: 'postgres', read_only: 'off', zone: 'UTC', users: 0 });
  await ours(`insert into attempts (key, drained_at) values (gen_random_uuid()::text, now())`);
}

describe.each([
  ["set search_path = ''", "select current_setting('search_path') as found", '""'],
  ['set default_transaction_read_only = on', 'show default_transaction_read_only', 'on'],
  ["set TimeZone = 'Asia/Tokyo'; set DateStyle = 'German'", "select '2024-02-01'::date::text", '01.02.2024'],
  ['set role guest', 'select current_user', 'guest'],
  ['set session authorization guest', 'select session_user', 'guest'],
])('%s', (change, look, found) => {
  test('holds for the connection that said it, and for no other; nor when it has ended', async () => {
    await ours(`do $$ begin create role guest; exception when duplicate_object then null; end $$`);
    const one = external();
    await one.unsafe(change);
    for (let round = 0; round < 3; round++) {
      await expectWhole();
      expect(Object.values((await one.unsafe(look))[0] ?? {})).toEqual([found]);
    }
    await one.end();
    await expectWhole();
    const another = external();
    expect(Object.values((await another.unsafe(look))[0] ?? {})).not.toEqual([found]);
    await another.end();
  });
});

test('a connection that is torn away leaves no setting, no transaction, no table and no lock behind', async () => {
  const one = external();
  await one.unsafe(
    `create temporary table users (n int); select pg_advisory_lock(7); prepare left_over as select 1; listen left_over`,
  );
  await one`select ${1}::int`;
  await one.unsafe("set search_path = ''; set statement_timeout = 1");
  const transaction = one.begin(async (tx) => {
    await tx`insert into public.attempts values ('left over', now())`;
    await one.end({ timeout: 0 });
  });
  await transaction.catch(() => {});
  await expectWhole();
  const left = await ours(`select
    (select count(*)::int from attempts where key = 'left over') as rows,
    (select count(*)::int from pg_locks where locktype = 'advisory') as locks,
    (select count(*)::int from pg_prepared_statements where statement like '%$1::int' or from_sql) as statements,
    (select count(*)::int from pg_listening_channels()) as channels`);
  expect(left[0]).toEqual({ rows: 0, locks: 0, statements: 0, channels: 0 });
});

test('what the service has prepared stays', async () => {
  const ask = () => own.db.values('select $1::text as kept', ['x'], true);
  await Promise.all([ask(), ask(), ask()]);
  const one = external();
  await one`select 1`;
  await one.end();
  const again = await Promise.all([ask(), ask(), ask()]);
  expect(again).toEqual([[['x']], [['x']], [['x']]]);
});

test('a connection that is idle within a transaction while others wait is ended', {
  timeout: 20_000,
}, async () => {
  const one = external();
  await one.unsafe('create table if not exists held (n int)');
  await one.unsafe('begin; insert into held values (1)');
  expect(await ours('select count(*)::int as n from held')).toEqual([{ n: 0 }]);
  await expect(one.unsafe('insert into held values (2)')).rejects.toMatchObject({
    code: '25P03',
  });
  await one.end({ timeout: 0 });
  await expectWhole();
});

test('pg_dump of another version', ({ skip }) => {
  if (!has('pg_dump')) return skip('there is no pg_dump on this machine');
  spawnSync('pg_dump', ['-h', embedded.directory, '-U', 'postgres', 'postgres']);
  return expectWhole();
});

test('a psql that stays connected', async ({ skip }) => {
  if (!has('psql')) return skip('there is no psql on this machine');
  const psql = spawn('psql', ['-X', '-h', embedded.directory, '-U', 'postgres'], { stdio: 'pipe' });
  psql.stdin.write("set search_path = ''; set default_transaction_read_only = on;\n\\echo done\n");
  await once(psql.stdout, 'data');
  await pause(200);
  await expectWhole();
  psql.kill('SIGKILL');
  await once(psql, 'close');
  await expectWhole();
});
