import { setTimeout as wait } from 'node:timers/promises';
import { purging } from '@daybook/domain/server';
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { startPurging } from '../../src/purge.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// What is over goes, each kind by itself, a few rows at a time.
let service: Service;
let person: Person;
beforeAll(async () => {
  service = await startService({ limitLogins: false });
  person = await service.person('User');
});
afterAll(() => service.close());

const kinds = Object.keys(purging.kinds) as purging.Kind[];
const tables = {
  attempts: 'attempts',
  'idempotency keys': 'idempotency_keys',
  sessions: 'sessions',
  devices: 'devices',
};
const all = async () => {
  for (const kind of kinds) await purging.purge(service.dependencies.pools.users, kind);
};

/** Rows of every kind that are over, and as many that are not. */
async function fill(rows: number) {
  const { sql } = service;
  await sql`alter table sessions disable trigger sessions_bounded`;
  await sql`alter table devices disable trigger devices_bounded`;
  await sql`insert into attempts
    select n::text, now() + case when n % 2 = 0 then interval '1 hour' else - interval '1 second' * n end
    from generate_series(1, 2 * ${rows}::integer) n`;
  await sql`insert into idempotency_keys (user_id, operation, key, digest, answer, created_at)
    select ${person.id}, 'bills', n, '', '{}', now() - case when n % 2 = 0 then interval '23 hours' else interval '25 hours' end
    from generate_series(1, 2 * ${rows}::integer) n`;
  // Of those that are over half have expired, and half ended with the account's epoch.
  await sql`insert into sessions (id, user_id, epoch, expires_at, refresh_hash, user_agent, address)
    select gen_random_uuid(), ${person.id}, case when n % 4 = 1 then -1 else 0 end,
      now() + case when n % 4 = 3 then - interval '1 second' else interval '1 day' end, 'h', 'filler', ''
    from generate_series(1, 2 * ${rows}::integer) n`;
  await sql`insert into devices (hash, user_id, epoch, last_seen_at)
    select n, ${person.id}, 0, now() - case when n % 2 = 0 then interval '364 days' else interval '367 days' end
    from generate_series(1, 2 * ${rows}::integer) n`;
  await sql`alter table sessions enable trigger sessions_bounded`;
  await sql`alter table devices enable trigger devices_bounded`;
}
const left = async (sql: Sql | TransactionSql = service.sql) => {
  const counts: Record<string, number> = {};
  for (const kind of kinds) {
    const [row] = await sql`select count(*)::integer as rows from ${sql(tables[kind])}`;
    counts[kind] = row?.rows;
  }
  return counts;
};
let before: Record<string, number>;
beforeEach(async () => {
  for (const kind of kinds)
    if (kind !== 'sessions' && kind !== 'devices')
      await service.sql`delete from ${service.sql(tables[kind])}`;
  await service.sql`delete from devices where length(hash) < 43`;
  await service.sql`delete from sessions where user_agent = 'filler'`;
  before = await left();
});
const plus = (rows: number) => Object.fromEntries(kinds.map((kind) => [kind, (before[kind] ?? 0) + rows]));

it('removes expired rows in several batches, and nothing else', async () => {
  await fill(6000);
  expect(await left()).toEqual(plus(12_000));
  await all();
  expect(await left()).toEqual(plus(6000));
  const [over] = await service.sql`select
    (select count(*) from attempts where drained_at < now())
    + (select count(*) from idempotency_keys where created_at < now() - interval '1 day')
    + (select count(*) from sessions where epoch < 0 or expires_at < now())
    + (select count(*) from devices where last_seen_at < now() - interval '1 year') as rows`;
  expect(Number(over?.rows)).toBe(0);
  expect((await service.call('GET', '/auth', { token: person.token })).status).toBe(200);
});

it('several at once do it together', async () => {
  await fill(6000);
  await Promise.all([all(), all(), all()]);
  await all();
  expect(await left()).toEqual(plus(6000));
});

it('rows that are locked are left, and the others go', async () => {
  // Two at once need two sessions of the database.
  if (inject('databases').kind === 'embedded') return;
  await fill(300);
  await service.sql.begin(async (sql) => {
    await sql`select from attempts where drained_at < now() order by drained_at limit 7 for update`;
    await sql`select from sessions where epoch < 0 limit 3 for update`;
    await all();
    expect(await left(sql)).toEqual({
      ...plus(300),
      attempts: (before.attempts ?? 0) + 307,
      sessions: (before.sessions ?? 0) + 303,
    });
  });
  await all();
  expect(await left()).toEqual(plus(300));
});

it('a kind whose table is locked does not stop the others; it ends when it is told to', async () => {
  if (inject('databases').kind === 'embedded') return;
  await fill(300);
  const said: string[] = [];
  const log = {
    info: (details: unknown) => said.push(`removed ${(details as { kind: string }).kind}`),
    warn: (details: unknown) => said.push(`failed ${(details as { kind: string }).kind}`),
  };
  let end = () => {};
  await service.sql.begin(async (sql) => {
    await sql`lock table attempts`;
    end = startPurging(service.dependencies.pools.users, log, 1);
    while (said.length < kinds.length) await wait(20);
  });
  end();
  expect(said).toEqual([
    'failed attempts',
    'removed idempotency keys',
    'removed sessions',
    'removed devices',
  ]);
  expect(await left()).toEqual({ ...plus(300), attempts: (before.attempts ?? 0) + 600 });
});
