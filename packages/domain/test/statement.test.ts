import { expect, test } from 'vitest';
import type { Database } from '../src/db/client.ts';
import { sql } from '../src/db/drizzle.ts';
import { statement } from '../src/db/statement.ts';

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
