import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, migrationsFolder } from '@daybook/domain/server';
import postgres, { type Sql } from 'postgres';
import { expect, inject, onTestFinished, test } from 'vitest';

const tag = '0025_leaving';

/** The migrations before that one. */
function earlierMigrations(): string {
  const copy = mkdtempSync(join(tmpdir(), 'daybook-earlier-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync(migrationsFolder, copy, { recursive: true });
  const path = join(copy, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((one: { tag: string }) => one.tag === tag),
  );
  writeFileSync(path, JSON.stringify({ ...journal, entries }));
  return copy;
}

/** An empty database. */
async function database(): Promise<{ server: string; sql: Sql }> {
  const databases = inject('databases');
  const root = postgres(databases.url, { max: 1, onnotice: () => {} });
  const name = `daybook_leaving_${process.pid}_${Date.now()}`;
  await root.unsafe(`create database ${name}`);
  const server = Object.assign(new URL(databases.url), { pathname: `/${name}` }).href;
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end();
    await root.unsafe(`drop database ${name} with (force)`);
    await root.end();
  });
  return { server, sql };
}

const idOf = (n: number) => `0193a6a0-7c1e-7000-8000-${String(n).padStart(12, '0')}`;

type RateLine = readonly [from: string, basis: string];

/** Workers who were deleted on 10 February 2024, of UTC, with these rates, and what they have afterwards. */
const examples: readonly (readonly [before: readonly RateLine[], after: readonly RateLine[]])[] = [
  [[], []],
  [[['2024-01-01', 'hour']], [['2024-01-01', 'hour']]],
  [
    [['2024-01-01', 'month']],
    [
      ['2024-01-01', 'month'],
      ['2024-02-11', 'none'],
    ],
  ],
  [
    [
      ['2024-01-01', 'month'],
      ['2024-02-11', 'month'],
      ['2024-05-01', 'month'],
    ],
    [
      ['2024-01-01', 'month'],
      ['2024-02-11', 'none'],
    ],
  ],
  [
    [
      ['2024-01-01', 'month'],
      ['2024-02-01', 'none'],
      ['2024-05-01', 'month'],
    ],
    [
      ['2024-01-01', 'month'],
      ['2024-02-01', 'none'],
    ],
  ],
];

test('the deleted get the rate that ends their pay; nothing earned changes, and nothing closed stops it', async () => {
  const { server, sql } = await database();
  await migrate(server, earlierMigrations());
  const bases = ['hour', 'day', 'month', 'month', 'none'];
  const days = ['2024-01-01', '2024-02-10', '2024-02-11', '2024-02-12', '2024-03-01', '2024-05-05'];
  // Each subset of the days, with bases that come around in another order each time.
  const made = Array.from({ length: 2 ** days.length }, (_, set) =>
    days
      .filter((_, n) => set & (2 ** n))
      .map((from, n) => [from, bases[(set * (n + 2) + n) % 5] as string] as const),
  );
  const workers = [...examples.map(([before]) => before), ...made];
  await sql`insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level, password_hash,
      preferences, deleted_at)
    select id::uuid, 'Ada', 'Marsh', id, id, '', '', 'User', '', '{}', '2024-02-10T23:30:00Z'
    from unnest(${workers.map((_, n) => idOf(n))}::text[]) as id`;
  const rates = workers.flatMap((lines, n) =>
    lines.map(([from, basis]) => ({ worker: idOf(n), from, basis })),
  );
  await sql`insert into rates (id, worker_id, "from", basis, amount, overtime_factor, month_days, extra_notes)
    select gen_random_uuid(), worker, "from", basis, 300, 1, 26, ''
    from jsonb_to_recordset(${sql.json(rates)}) as rate (worker uuid, "from" date, basis text)`;
  await sql`insert into logs (id, date, starting_time, finishing_time, payment, extra_notes, worker_id, is_absent)
    select gen_random_uuid(), day, '08:00', '16:00', 0, '', users.id, extract(day from day) = 7
    from users, generate_series('2023-12-28'::timestamp, '2024-06-30', '5 days') as day`;
  await sql`update closings set through = '2024-12-31'`;
  const earned = () =>
    sql`select users.id, day::text, earned, missing from users, earned_days(users.id, '2025-12-31')
      where earned <> 0 or missing order by users.id, day`;
  const before = await earned();
  expect(before.length).toBeGreaterThan(300);

  await migrate(server);
  expect([...(await earned())]).toEqual([...before]);
  const listed =
    await sql`select worker_id, "from"::text, basis from rates where deleted_at is null order by worker_id, "from"`;
  const ratesOf = (n: number) =>
    listed.filter((one) => one.worker_id === idOf(n)).map(({ from, basis }) => [from, basis]);
  for (const [n, [, after]] of examples.entries()) expect(ratesOf(n)).toEqual(after);
  for (const n of workers.keys()) {
    const last = ratesOf(n).at(-1);
    expect(last?.[1], JSON.stringify(workers[n])).not.toBe('month');
    expect(ratesOf(n).filter(([from, basis]) => from > '2024-02-10' && basis === 'month')).toEqual([]);
  }
  const [journal] =
    await sql`select count(*)::integer as count from journal where action = 'create' and kind = 'rates'
    and after ->> 'basis' = 'none' and actor_id is null and record_id in (select id from rates where "from" = '2024-02-11')`;
  expect(journal?.count).toBeGreaterThan(9);
});
