import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fold } from '@daybook/domain';
import { migrate, migrationsFolder } from '@daybook/domain/server';
import fc from 'fast-check';
import postgres from 'postgres';
import { expect, inject } from 'vitest';
import { atOnce } from '../support/asking.ts';
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

/** The migrations before this one. */
function migrationsBefore(tag: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-migrations-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const known = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const entries = known.entries.slice(
    0,
    known.entries.findIndex((one) => one.tag === tag),
  );
  writeFileSync(path, JSON.stringify({ ...known, entries }));
  return folder;
}

it('ten instances that start at once apply each migration once', async ({ service }) => {
  const databases = inject('databases');
  const name = `daybook_empty_${process.pid}_${Date.now()}`;
  const root = postgres(databases.url, { max: 1, onnotice: () => {} });
  await root.unsafe(`create database ${name}`);
  const address = new URL(databases.url);
  address.pathname = `/${name}`;
  try {
    await atOnce(10, () => migrate(address.href));
    const sql = postgres(address.href, { max: 1, onnotice: () => {} });
    const applied = await sql`select hash from drizzle.__drizzle_migrations order by id`;
    await sql.end();
    const known = await service.sql`select hash from drizzle.__drizzle_migrations order by id`;
    expect(applied.map(({ hash }) => hash)).toEqual(known.map(({ hash }) => hash));
    expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
  } finally {
    await root.unsafe(`drop database ${name} with (force)`);
    await root.end();
  }
});

it('0026 ends the addresses of accounts that have ended, and takes preferences out of the journal', async () => {
  const databases = inject('databases');
  const name = `daybook_before_${process.pid}_${Date.now()}`;
  const root = postgres(databases.url, { max: 1, onnotice: () => {} });
  await root.unsafe(`create database ${name}`);
  const address = new URL(databases.url);
  address.pathname = `/${name}`;
  const folder = migrationsBefore('0026_credentials');
  const sql = postgres(address.href, { max: 1, onnotice: () => {} });
  try {
    await migrate(address.href, folder);
    const [business] = await sql`select id from settings`;
    await sql`
      insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level, active,
        password_hash, preferences, deleted_at)
      select gen_random_uuid(), name, '', name, name, '', '', 'Supervisor', name <> 'idle', '', '{"active": true}',
        case name when 'gone' then now() end
      from unnest(array['at work', 'idle', 'gone']) as name`;
    await sql`insert into calendars (id, user_id, token_hash) select gen_random_uuid(), id, username from users`;
    await sql`update users set preferences = '{"active": true, "theme": "dark"}', changed_by = id`;
    await sql`update users set first_name = 'changed', changed_by = id`;
    const entriesBefore = await sql`select 1 from journal`;
    await migrate(address.href);
    expect(
      await sql`select username, calendars.deleted_at is null as counts from calendars
        join users on users.id = user_id order by username`,
    ).toEqual([
      { username: 'at work', counts: true },
      { username: 'gone', counts: false },
      { username: 'idle', counts: false },
    ]);
    const entries =
      await sql`select action, record_id, actor_id, before, after from journal where kind = 'calendars'`;
    expect(entries).toMatchObject(Array(2).fill({ action: 'delete', actor_id: null, after: null }));
    const ofUsers = await sql`select action, before, after from journal where kind = 'users' order by id`;
    expect(ofUsers.map(({ action }) => action)).toEqual([
      ...Array(3).fill('create'),
      ...Array(3).fill('update'),
    ]);
    expect(JSON.stringify(ofUsers)).not.toContain('preferences');
    expect(await sql`select record_id, actor_id, after from journal where action = 'erase'`).toEqual([
      { record_id: business?.id, actor_id: null, after: { journal: 3 } },
    ]);
    expect(await sql`select 1 from journal`).toHaveLength(entriesBefore.length - 3 + 2 + 1);
    await expect(sql`delete from journal`).rejects.toThrow(/never altered/);
  } finally {
    await sql.end();
    rmSync(folder, { recursive: true });
    await root.unsafe(`drop database ${name} with (force)`);
    await root.end();
  }
});

it('0024 bounds the settlements that were issued before, and gives them the names that stand', async () => {
  const databases = inject('databases');
  const folder = migrationsBefore('0024_bounded_papers');
  const name = `daybook_before_${process.pid}_${Date.now()}`;
  const root = postgres(databases.url, { max: 1, onnotice: () => {} });
  await root.unsafe(`create database ${name}`);
  const address = new URL(databases.url);
  address.pathname = `/${name}`;
  try {
    await migrate(address.href, folder);
    const sql = postgres(address.href, { max: 1, onnotice: () => {} });
    const worker = '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e';
    await sql`update settings set name = 'Firm', currency = 'ILS'`;
    await sql`
      insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level, password_hash,
        preferences)
      values (${worker}, 'Ada', 'King', 'ada', 'ada', '', '', 'User', '', '{}')`;
    const entry = { _id: worker, kind: 'bonus', amount: '1', extraNotes: 'short' };
    const line = {
      date: '2021-01-01',
      workedMinutes: 0,
      overtimeMinutes: 0,
      earned: '0',
      paid: '0',
      balance: '0',
    };
    const papers = [
      [{ ...line, entries: [entry] }],
      [{ ...line, entries: Array(30).fill({ ...entry, extraNotes: 'é'.repeat(10_000) }) }],
      // Too large with 20 entries of 200 characters on each day.
      Array.from({ length: 340 }, () => ({
        ...line,
        entries: Array(21).fill({ ...entry, extraNotes: '\u0001'.repeat(201) }),
      })),
    ];
    for (const [n, lines] of papers.entries())
      await sql`
        insert into settlements (id, worker_id, number, "from", "to", opening, earned, paid, payout, balance, corrections,
          lines, totals)
        values (gen_random_uuid(), ${worker}, ${n + 1}, '2021-01-01', '2021-01-01', 0, 0, 0, 0, 0, '[]',
          ${JSON.stringify(lines)}::text::jsonb, '{}')`;
    await sql`
      insert into idempotency_keys (user_id, operation, key, digest, answer)
      select ${worker}, 'settlements', 'key', 'digest', jsonb_build_array(jsonb_build_object('c13', lines, 'c14', 'as it was'))
      from settlements where number = 2`;
    const [before] = await sql`select lines from settlements where number = 3`;

    await migrate(address.href);
    const rows = await sql`select * from settlements order by number`;
    const shown = (of: object[], notes: string) =>
      of.slice(0, 20).map((one) => ({ ...one, extraNotes: notes }));
    expect(rows.map(({ lines }) => lines[0])).toEqual([
      { ...line, entries: [entry], entriesCount: 1 },
      { ...line, entries: shown(papers[1]?.[0]?.entries ?? [], 'é'.repeat(200)), entriesCount: 30 },
      { ...line, entries: [], entriesCount: 21 },
    ]);
    expect(rows.map(({ full_lines }) => full_lines === null)).toEqual([true, false, false]);
    expect(rows[2]?.full_lines).toEqual(before?.lines);
    for (const { size, worker_name, business } of rows) {
      expect(size).toBeLessThan(8 * 1024 * 1024);
      expect([worker_name, business]).toEqual([
        'Ada King',
        { name: 'Firm', address: '', phoneNumber: '', currency: 'ILS' },
      ]);
    }
    const [kept] = await sql`select answer from idempotency_keys`;
    expect(kept?.answer[0]).toEqual({ c13: rows[1]?.lines, c14: 'as it was', business: rows[1]?.business });
    // They can still be made void.
    await sql`select void_settlement((select id from settlements where number = 3), 'wrong', false, null, null)`;
    await sql.end();
  } finally {
    rmSync(folder, { recursive: true });
    await root.unsafe(`drop database ${name} with (force)`);
    await root.end();
  }
}, 120_000);
