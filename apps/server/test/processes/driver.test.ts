import { Socket } from 'node:net';
import { connect } from '@daybook/domain/server';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/service.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** One connection of the driver, and the socket that it has at the moment. */
function open() {
  const sockets: Socket[] = [];
  const socket = ({ host, port }: { host: string[]; port: number[] }) => {
    const made = Object.assign(new Socket(), { host: host[0], port: port[0] });
    sockets.push(made);
    return made.connect(port[0] ?? 5432, host[0] ?? '');
  };
  const options = { max: 1, backoff: () => 0, fetch_types: false, socket };
  const sql = postgres(database.server, options as object);
  return { sql, last: () => sockets.at(-1) as Socket };
}

test('a query between the error of a connection and its close fails, and does not return an empty result', async () => {
  const { sql, last } = open();
  await sql`select 1`;
  let answer: Promise<unknown> | undefined;
  last().once('error', () => {
    answer = sql`select 2 as n`.catch(({ code }) => code);
  });
  const closed = new Promise((resolve) => last().once('close', resolve));
  last().destroy(new Error('reset'));
  await closed;
  expect(await sql`select 3 as n`).toEqual([{ n: 3 }]);
  expect(await answer).toBe('CONNECTION_CLOSED');
  await sql.end();
});

test('what was not written before a connection closed is not written to the next one', async () => {
  const { sql, last } = open();
  await sql`select 1`;
  const unwritten = sql`select 2 as n`.catch(({ code }) => code);
  // The driver writes at the end of this turn of the event loop, in which the connection ends.
  process.nextTick(() => queueMicrotask(() => last().emit('close', true)));
  expect(await unwritten).toBe('CONNECTION_CLOSED');
  const begin = performance.now();
  expect(await sql`select 3 as n`).toEqual([{ n: 3 }]);
  expect(performance.now() - begin).toBeLessThan(5000);
  await sql.end();
});

test('a transaction whose connection closes fails, and the process goes on', async () => {
  const { sql, last } = open();
  const transaction = sql.begin(async (tx) => {
    await tx`select 1`;
    const closed = new Promise((resolve) => last().once('close', resolve));
    last().destroy();
    await closed;
    await tx`select 2`;
  });
  await expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  expect(await sql`select 3 as n`).toEqual([{ n: 3 }]);
  await sql.end();
});

test('the rows of a query that failed after some of them are not counted with those of the next one', async () => {
  const { sql } = open();
  const failed = sql`select 1 / (4 - n) as n from generate_series(1, 10) n`.catch(({ code }) => code);
  expect(await failed).toBe('22012');
  expect([...(await sql`select 5 as n`)]).toEqual([{ n: 5 }]);
  await sql.end();
});

test('nor are the rows of a query whose connection closed among them', async () => {
  const { sql, last } = open();
  await sql`select 1`;
  const lost = sql`select repeat('x', 10000), pg_sleep(0.01) from generate_series(1, 1000)`.catch(
    ({ code }) => code,
  );
  const socket = last();
  socket.on('data', () => socket.bytesRead > 100_000 && socket.destroy());
  expect(await lost).toBe('CONNECTION_CLOSED');
  expect([...(await sql`select 5 as n`)]).toEqual([{ n: 5 }]);
  await sql.end();
});

test('what is asked beside statements that the server has forgotten gets its own answer, and they are sent again', async () => {
  const { db, close } = connect(database.server, {
    ...{ max: 1, statementTimeout: 4000, lockTimeout: 700, statements: 400 },
  });
  const wrong: unknown[] = [];
  const ask = async (n: number) => {
    const [row] = await db.values(`select $1::int, $2::boolean, ${n % 7}`, [n, true], true);
    if (row?.[0] !== n || row[1] !== true || row[2] !== n % 7) wrong.push([n, row]);
  };
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 5 }, (_, n) => ask(n)));
    await db.execute('deallocate all');
    const asked = [];
    for (let n = 0; n < 70; n++) {
      asked.push(ask(n));
      if (n % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(asked);
  }
  expect(wrong).toEqual([]);
  await close();
});

test('a statement that is not prepared is one message, with its Sync', async () => {
  const { sql, last } = open();
  await sql`select 1`;
  const written: number[] = [];
  const { write } = last();
  last().write = ((...args: Parameters<typeof write>) => {
    written.push(Buffer.from(args[0]).at(-5) ?? 0);
    return write.apply(last(), args);
  }) as typeof write;
  const options = { prepare: false, describe: false };
  const text = 'select $1::text as text, $2::int + 1 as number, $3::boolean as truth, $4::uuid as nothing';
  const [row] = await sql.unsafe(text, ['é', 41, true, null], options);
  expect(row).toEqual({ text: 'é', number: 42, truth: true, nothing: null });
  expect(written).toEqual(['S'.charCodeAt(0)]);
  await sql.end();
});
