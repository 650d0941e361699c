import { expect, test } from 'vitest';
import { batched } from '../src/db/batched.ts';
import type { Database } from '../src/db/client.ts';
import { sql } from '../src/db/drizzle.ts';
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
