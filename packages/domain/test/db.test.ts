import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate, version } from 'uuid';
import { expect, it, onTestFinished, test, vi } from 'vitest';
import { batched } from '../src/db/batched.ts';
import type { Database } from '../src/db/client.ts';
import { sql } from '../src/db/drizzle.ts';
import { migrationsFolder, repeatable } from '../src/db/migrate.ts';
import { newId } from '../src/db/new-id.ts';
import { SharedPool } from '../src/db/shared-pool.ts';
import { statement } from '../src/db/statement.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('keys of one turn are asked for together, each once, and each caller gets its own answer', async () => {
  const asked: string[][] = [];
  const lookUp = batched(async (keys) => {
    asked.push(keys);
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, `answer to ${key}`]));
  });
  const answers = await Promise.all(['a', 'b', 'a', 'none'].map(lookUp));
  expect(answers).toEqual(['answer to a', 'answer to b', 'answer to a', undefined]);
  expect(asked).toEqual([['a', 'b', 'none']]);
});

test('nothing is kept: who asks after the question was sent, asks anew', async () => {
  let value = 'before';
  const lookUp = batched(async (keys) => {
    const read = value;
    await turn();
    return new Map(keys.map((key) => [key, read]));
  });
  const first = lookUp('a');
  await turn();
  await turn();
  value = 'after';
  expect(await Promise.all([first, lookUp('a')])).toEqual(['before', 'after']);
});

test('a failure reaches everybody who asked, and nobody who asks later', async () => {
  let broken = true;
  const lookUp = batched(async (keys) => {
    if (broken) throw new Error('away');
    return new Map(keys.map((key) => [key, key]));
  });
  expect(await Promise.allSettled([lookUp('a'), lookUp('b')])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  broken = false;
  expect(await lookUp('a')).toBe('a');
});

test('while as many questions are open as may be, those who ask share the next', async () => {
  const asked: string[][] = [];
  const open: (() => void)[] = [];
  const lookUp = batched(async (keys) => {
    asked.push(keys);
    await new Promise<void>((resolve) => open.push(resolve));
    return new Map(keys.map((key) => [key, key]));
  }, 2);
  const answers: Promise<unknown>[] = [];
  for (const key of 'abcde') {
    answers.push(lookUp(key));
    await turn();
    await turn();
  }
  expect(asked).toEqual([['a'], ['b']]);
  open.shift()?.();
  await answers[0];
  await turn();
  expect(asked).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
  for (const answer of open) answer();
  expect(await Promise.all(answers)).toEqual([...'abcde']);
});

/** A driver whose first answers fail with these codes. */
function failing(codes: string[]) {
  let asked = 0;
  const values = async () => {
    const code = codes[asked++];
    if (code) throw Object.assign(new Error('failed'), { code });
    return [[7]];
  };
  const db: Database = { values, execute: () => Promise.reject(new Error('unused')) };
  return { db, asked: () => asked };
}

const asking = (text: string) => statement({ seven: sql`seven` }, () => sql.raw(text));

test.each(['57P01', 'CONNECTION_CLOSED', 'ECONNRESET'])(
  'a read whose connection was lost (%s) is asked again',
  async (code) => {
    const { db, asked } = failing([code]);
    expect(await asking('select 7')(db)).toEqual([{ seven: 7 }]);
    expect(asked()).toBe(2);
  },
);

test.each([
  ['a write, which may have been done', 'update t set x = 1', ['CONNECTION_CLOSED']],
  ['a write within a with', 'with x as (delete from t) select 7', ['CONNECTION_CLOSED']],
  ['a server that is silent', 'select 7', ['ETIMEDOUT']],
  ['what takes too long', 'select 7', ['57014']],
])('not so: %s', async (_, text, codes) => {
  const { db, asked } = failing(codes);
  await expect(asking(text)(db)).rejects.toMatchObject({ code: codes[0] });
  expect(asked()).toBe(1);
});

test('a read is asked again once only', async () => {
  const { db, asked } = failing(['ECONNRESET', 'ECONNRESET', 'ECONNRESET']);
  await expect(asking('select 7')(db)).rejects.toMatchObject({
    code: 'ECONNRESET',
  });
  expect(asked()).toBe(2);
});

const any = { statements: 100 };

/** Fake statements: `on` lists those that run with their connections, `end` answers one. */
function statements() {
  const running: { name: string; connection: number; end: () => void }[] = [];
  return {
    on: () => running.map(({ name, connection }) => `${name} ${connection}`),
    send: (name: string) => (connection: number) =>
      new Promise<void>((resolve) => {
        const one = { name, connection, end: () => running.splice(running.indexOf(one), 1) && resolve() };
        running.push(one);
      }),
    async end(name: string) {
      running.find((one) => one.name === name)?.end();
      // Whoever waits comes next.
      await new Promise(setImmediate);
    },
  };
}

it('has a connection for each statement while there are more than the reserve', async () => {
  const shared = new SharedPool([1, 2, 3, 4], { reserve: 1 });
  const [bills, logs] = [shared.bulkhead(any), shared.bulkhead(any)];
  const { on, send } = statements();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void bills.run(send(name));
  expect(on()).toEqual(['a 1', 'b 2', 'c 3', 'd 1', 'e 2']);
  void logs.run(send('f'));
  expect(on().at(-1)).toBe('f 4');
  expect([bills.usage(), logs.usage()]).toEqual([
    { connections: 3, statements: 5 },
    { connections: 1, statements: 1 },
  ]);
});

it('uses the connection again that was used last', async () => {
  const shared = new SharedPool([1, 2, 3]);
  const [bills, logs] = [shared.bulkhead(any), shared.bulkhead(any)];
  const { on, send, end } = statements();
  void bills.run(send('a'));
  void bills.run(send('b'));
  await end('b');
  void logs.run(send('c'));
  expect(on()).toEqual(['a 1', 'c 2']);
});

it('has no more connections than its limit, and sends after others of the same bulkhead', async () => {
  const shared = new SharedPool([1, 2, 3]);
  const bills = shared.bulkhead({ max: 2, statements: 100 });
  const { on, send, end } = statements();
  for (const name of ['a', 'b', 'c']) void bills.run(send(name));
  expect(on()).toEqual(['a 1', 'b 2', 'c 1']);
  await end('b');
  void bills.run(send('d'));
  expect(on()).toEqual(['a 1', 'c 1', 'd 2']);
});

it('gives the first connection that is free to whoever waits for one, before the bulkhead that had it', async () => {
  const shared = new SharedPool([1, 2]);
  const [bills, logs, payees] = [shared.bulkhead(any), shared.bulkhead(any), shared.bulkhead(any)];
  const { on, send, end } = statements();
  for (const name of ['a', 'b', 'c']) void bills.run(send(name));
  void logs.run(send('d'));
  void payees.run(send('e'));
  void logs.run(send('f'));
  expect(on()).toEqual(['a 1', 'b 2', 'c 1']);
  await end('a');
  expect(on()).toEqual(['b 2', 'c 1']);
  await end('b');
  expect(on()).toEqual(['c 1', 'd 2', 'f 2']);
  await end('c');
  expect(on()).toEqual(['d 2', 'f 2', 'e 1']);
});

it('is free again after a statement that fails', async () => {
  const shared = new SharedPool([1]);
  const [bills, logs] = [shared.bulkhead(any), shared.bulkhead(any)];
  await expect(bills.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await expect(logs.run((connection) => Promise.resolve(connection))).resolves.toBe(1);
});

it('refuses more statements than its limit with the code of PostgreSQL', async () => {
  const bills = new SharedPool([1]).bulkhead({ max: 1, statements: 2 });
  const { send } = statements();
  void bills.run(send('a'));
  void bills.run(send('b'));
  await expect(bills.run(send('c'))).rejects.toMatchObject({ code: '53300' });
});

it('pipelines short statements, and takes another connection while a long one runs', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  let pipelinedConnections = 1;
  const bills = new SharedPool([1, 2, 3, 4], { pipelinedConnections: () => pipelinedConnections }).bulkhead(
    any,
  );
  const { on, send, end } = statements();
  for (const name of 'abcdefg') void bills.run(send(name));
  expect(on().map((one) => one.slice(-1))).toEqual([...'1111112']);
  now.mockReturnValue(100);
  void bills.run(send('h'));
  expect(on().at(-1)).toBe('h 3');
  await end('g');
  await end('h');
  for (const name of 'abc') await end(name);
  void bills.run(send('i'));
  expect(on().at(-1)).toBe('i 1');
  pipelinedConnections = 2;
  void bills.run(send('j'));
  expect(on().at(-1)).toBe('j 3');
});

test('ids are UUIDs of version 7, in the order in which they were made', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a change of migrations/functions or erasure/personal.ts comes with a migration that has their mark', () => {
  const migrations = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const texts = migrations.map((name) => readFileSync(join(migrationsFolder, name), 'utf8'));
  const newest = texts.findLast((text) => text.includes('-- Functions: '));
  expect(newest).toContain(repeatable().mark);
});
