import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fold } from '@daybook/domain';
import { migrationsFolder } from '@daybook/domain/server';
import fc from 'fast-check';
import { expect } from 'vitest';
import { ids, query } from '../support/listing.ts';
import { test as it } from '../support/test.ts';

// What this Node has no character for may be one in the tables.
const isKnown = (char: string) => !/\p{Cn}/u.test(char);

it('every character folds alike in the service and in the database', async ({ service: { sql } }) => {
  const folded = new Map<number, string>();
  for (let from = 1; from <= 0x10ffff; from += 0x20000) {
    const rows = await sql`select point, fold(chr(point)) as folded
      from generate_series(${from}::integer, ${Math.min(from + 0x1ffff, 0x10ffff)}::integer) as point
      where point not between 55296 and 57343 and fold(chr(point)) <> chr(point)`;
    for (const row of rows) folded.set(row.point, row.folded);
  }
  const wrong: unknown[] = [];
  for (let point = 1; point <= 0x10ffff; point += 1) {
    const char = String.fromCodePoint(point);
    if (!char.isWellFormed() || !isKnown(char)) continue;
    const here = fold(char);
    if (here !== (folded.get(point) ?? char) || fold(here) !== here)
      wrong.push([point.toString(16), here, folded.get(point)]);
  }
  expect(wrong).toEqual([]);
  expect(folded.size).toBeGreaterThan(10_000);
});

it('so does every text', async ({ service: { sql } }) => {
  const letters =
    "aÉß'‘’–ŁøĐıİςΣЖё١۲ةىכ״ก็กิक़ि०がガ゙각각ﬁ㌖ﷺ\u0301\u0323\u0327\u093c\u200d\u200f\u00a0\u00b4 -\n";
  const unit = fc.constantFrom(...letters);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit }), { minLength: 30 }), async (texts) => {
      const rows =
        await sql`select fold(one) as folded from unnest(${texts}::text[]) with ordinality as t (one, n) order by n`;
      expect(rows.map((row) => row.folded)).toEqual(texts.map(fold));
    }),
  );
});

it('what was folded otherwise before is found, and is no change of a record', async ({
  service: { sql },
  ask,
  make,
}) => {
  const file = (name: string) => readFileSync(join(migrationsFolder, name), 'utf8');
  await sql.unsafe(file('0023_fold_of_ascii.sql'));
  const payee = await make('payees', { name: 'Łódź', extraNotes: 'd’été' });
  const user = await make('users', { firstName: 'Søren', lastName: 'Strauß' });
  const account = await make('bankAccounts', { name: 'Øre' });
  const bill = await make('bills', { description: 'Straße' });
  const cheque = await make('cheques', { description: 'Đà Nẵng', payee: payee._id });
  const made = [
    ['/payees', { search: "lodz d'ete" }, payee],
    ['/users', { name: 'soren strauss' }, user],
    ['/bank-accounts', { search: 'ore' }, account],
    ['/bills', { search: 'strasse' }, bill],
    ['/cheques', { search: 'da nang' }, cheque],
  ] as const;
  const found = async () =>
    Promise.all(made.map(async ([path, filter]) => ids(await ask('GET', query(path, filter)))));
  const count = async () => (await sql`select count(*)::integer from journal`)[0]?.count;
  const before = await count();
  expect(await found()).toEqual(made.map(() => []));
  for (const statement of file('0028_fold.sql').split('--> statement-breakpoint'))
    await sql.unsafe(statement);
  // They are no generated columns any more.
  for (const [table, key] of [
    ['bills', "description || ' ' || extra_notes"],
    ['payees', "name || ' ' || email || ' ' || phone_number || ' ' || extra_notes"],
  ])
    await sql.unsafe(`update ${table} set search_key = fold(${key}) where search_key <> fold(${key})`);
  expect(await found()).toEqual(made.map(([, , { _id }]) => [_id]));
  expect(await count()).toBe(before);
  for (const [path, , record] of made) expect(await ask('GET', `${path}/${record._id}`)).toEqual(record);
});

it('long texts are folded when they change, not when another field does', async ({
  service: { sql },
  ask,
  make,
}) => {
  const made = {
    bills: await make('bills', { extraNotes: 'é'.repeat(10_000) }),
    payees: await make('payees', { extraNotes: 'é'.repeat(10_000) }),
  };
  for (const [table, { _id }] of Object.entries(made)) {
    const folds = (change: string) =>
      sql.begin(async (transaction) => {
        await transaction`set local track_functions = 'all'`;
        const calls = async () => {
          const [row] = await transaction`
            select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions where funcname = 'fold'`;
          return Number(row?.calls);
        };
        const before = await calls();
        await transaction.unsafe(`update ${table} set ${change}, version = version + 1 where id = '${_id}'`);
        return (await calls()) - before;
      });
    // Of a payee, the name is folded by itself too.
    const others = table === 'payees' ? 1 : 0;
    expect(await folds(`updated_at = updated_at + interval '1 day'`)).toBe(others);
    expect(await folds(`extra_notes = 'Öre'`)).toBe(others + 1);
  }
  expect(ids(await ask('GET', '/payees?search=ore'))).toEqual([made.payees._id]);
});
