import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Embedded, EmbeddedError, startEmbedded } from '../../src/embedded/embedded.ts';

const hasPsql = spawnSync('psql', ['--version']).status === 0;

let embedded: Embedded;
let sql: postgres.Sql;

beforeAll(async () => {
  embedded = await startEmbedded({});
  sql = postgres({ ...embedded.connection, max: 8, onnotice: () => {} });
  await sql`create table numbers (n int primary key)`;
});

afterAll(async () => {
  await sql.end();
  await embedded.stop();
});

const code = (error: unknown) => (error instanceof postgres.PostgresError ? error.code : String(error));

describe('connections that share one session', () => {
  test('each gets the answers to its own queries, prepared or not', async () => {
    const ask = async (client: number, round: number) => {
      const column = client % 2 === 0 ? 'even' : 'odd';
      const value = `${client}/${round}`;
      const text = `select $1::text as ${column}`;
      const [row] = await sql.unsafe(text, [value], { prepare: round % 2 === 0 });
      return row?.[column] === value;
    };
    const answers = Array.from({ length: 600 }, (_, i) => ask(i % 60, Math.floor(i / 60)));
    expect(new Set(await Promise.all(answers))).toEqual(new Set([true]));
  });

  test('only the connection that caused an error gets it', async () => {
    const faulty = ['select nonsense', 'select $1::int', 'select 1 / (length($1) - 1)'];
    const outcomes = Array.from({ length: 300 }, async (_, i) => {
      const text = i % 2 ? faulty[(i >> 1) % 3] : 'select $1::text as t';
      const parameters = text === 'select nonsense' ? [] : ['x'];
      const query = sql.unsafe(text ?? '', parameters, { prepare: i % 4 < 2 });
      const expected = i % 2 ? ['42703', '22P02', '22012'][(i >> 1) % 3] : 'x';
      return (await query.then(([row]) => row?.t, code)) === expected;
    });
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set([true]));
  });

  test('transactions of several connections are isolated', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        sql
          .begin(async (tx) => {
            await tx`insert into numbers values (${n})`;
            const [row] = await tx`select count(*)::int as c from numbers where n = ${n}`;
            expect(row?.c).toBe(1);
            if (n % 2) throw new Error('not this one');
          })
          .catch((error: Error) => expect(error.message).toBe('not this one')),
      ),
    );
    const rows = await sql`select n from numbers order by n`;
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, i) => i * 2));
  });

  test.each(['select 1', 'select nonsense', 'begin'])(
    'one that goes away after parsing %j leaves the rest alone',
    async (text) => {
      const socket = connect(embedded.connection.path);
      socket.write(Buffer.from('\0\0\0\x11\0\x03\0\0user\0me\0\0', 'latin1'));
      await once(socket, 'data');
      const parse = Buffer.from(`P\0\0\0\0\0${text}\0\0\0`);
      parse.writeInt32BE(parse.length - 1, 1);
      socket.write(parse);
      await pause(50);
      socket.destroy();
      const [row] = await sql`select 2 as two`;
      expect(row?.two).toBe(2);
    },
  );

  test('the transaction of a connection that closes is rolled back', async () => {
    const lost = postgres({ ...embedded.connection, max: 1 });
    const held = Promise.withResolvers<void>();
    const transaction = lost.begin(async (tx) => {
      await tx`insert into numbers values (1000)`;
      held.resolve();
      await pause(1000);
    });
    transaction.catch(() => {});
    await held.promise;
    await lost.end({ timeout: 0 });
    expect(await sql`select 1 from numbers where n = 1000`).toHaveLength(0);
  });
});

test('a slow query does not block the main thread', async () => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 5);
  await sql`select count(*) from generate_series(1, 2000000)`;
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(5);
});

test('more connections than all pools of the service together', async () => {
  const many = postgres({ ...embedded.connection, max: 22 });
  const rows = await Promise.all(Array.from({ length: 22 }, () => many`select pg_backend_pid()`));
  expect(rows).toHaveLength(22);
  await many.end();
});

test('COPY FROM STDIN is refused with a message, and the service goes on', async () => {
  await expect(sql`copy numbers from stdin`.simple()).rejects.toThrow('COPY FROM STDIN does not work');
  await expect(sql.unsafe('copy numbers from stdin', [], { prepare: true })).rejects.toThrow(
    'COPY FROM STDIN',
  );
  await expect(sql.unsafe('select 1; copy numbers (n) from stdin csv')).rejects.toThrow('COPY FROM STDIN');
  expect(await sql`select 'copy x from stdin' as text`).toEqual([{ text: 'copy x from stdin' }]);
});

test('psql connects', ({ skip }) => {
  if (!hasPsql) return skip('there is no psql on this machine');
  const { stdout } = spawnSync(
    'psql',
    ['-h', embedded.directory, '-U', 'postgres', '-XAt', '-c', 'select 6 * 7'],
    { encoding: 'utf8' },
  );
  expect(stdout.trim()).toBe('42');
});

describe('in memory', () => {
  test('a dump holds everything, and many can start from it', async () => {
    await sql`create extension if not exists pg_trgm`;
    await sql`create index on numbers using gin ((n::text) gin_trgm_ops)`;
    const dump = await embedded.dump();
    const copy = await startEmbedded({ load: dump });
    const other = postgres({ ...copy.connection, max: 2 });
    expect(await other`select count(*)::int, similarity('abc', 'abd') > 0 as trgm from numbers`).toEqual([
      { count: 20, trgm: true },
    ]);
    await other`delete from numbers`;
    await other.end();
    await copy.stop();
    expect(await sql`select count(*)::int from numbers`).toEqual([{ count: 20 }]);
  });

  test('when PostgreSQL itself fails, onExit is called, and stop() still works, twice', async () => {
    const died = Promise.withResolvers<EmbeddedError>();
    const doomed = await startEmbedded({ load: await embedded.dump(), onExit: died.resolve });
    const last = postgres({ ...doomed.connection, max: 1 });
    await last`create function deep(i int) returns int language plpgsql as 'begin return deep(i + 1); end'`;
    await expect(last`select deep(1)`).rejects.toThrow();
    expect(await died.promise).toBeInstanceOf(EmbeddedError);
    expect((await died.promise).message).toMatch(/^the embedded database has stopped: ./);
    await expect(doomed.dump()).rejects.toThrow(EmbeddedError);
    await last.end({ timeout: 0 });
    await doomed.stop();
    await doomed.stop();
  });

  test('an invalid dump is an error, and leaves nothing running', async () => {
    const nonsense = new Uint8Array(1024).fill(7);
    await expect(startEmbedded({ load: nonsense })).rejects.toThrow('the embedded database does not start');
  });
});
