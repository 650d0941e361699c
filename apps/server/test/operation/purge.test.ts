import { setTimeout as wait } from 'node:timers/promises';
import { purging } from '@daybook/domain/server';
import type { Sql, TransactionSql } from 'postgres';
import { expect } from 'vitest';
import { startPurging } from '../../src/purge.ts';
import { test } from '../support/test.ts';

// What is over goes, each kind by itself, a few rows at a time.
const kinds = Object.keys(purging.kinds) as (keyof typeof purging.kinds)[];
const tables = {
  attempts: 'attempts',
  'idempotency keys': 'idempotency_keys',
  sessions: 'sessions',
  devices: 'devices',
  imports: 'imports',
  'pieces of files': 'attachment_pieces',
  'webhook deliveries': 'webhook_deliveries',
};

const webhook = '0193a6a0-0000-7000-8000-000000000001';

const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('purgeAll', { scope: 'file' }, ({ service }) => async () => {
    for (const kind of kinds) await purging.purge(service.dependencies.pools.users, purging.kinds[kind]);
  })
  /** How many rows of each kind there are, seen from outside or from within a transaction. */
  .extend('count', { scope: 'file' }, ({ service }) => async (sql: Sql | TransactionSql = service.sql) => {
    const counts: Record<string, number> = {};
    for (const kind of kinds) {
      const [row] = await sql`select count(*)::integer as rows from ${sql(tables[kind])}`;
      counts[kind] = row?.rows;
    }
    return counts;
  })
  /**
   * Rows of every kind that are over, and as many that are not, in place of those of another test.
   * @returns how many rows of each kind there are where so many of these are left
   */
  .extend('fill', { scope: 'file' }, ({ service: { sql }, user: { id }, count }) => async (rows: number) => {
    for (const kind of ['attempts', 'idempotency keys'] as const) await sql`delete from ${sql(tables[kind])}`;
    await sql`delete from devices where length(hash) < 43`;
    await sql`delete from sessions where user_agent = 'filler'`;
    await sql`delete from imports`;
    await sql`delete from attachment_pieces`;
    await sql`delete from webhook_deliveries`;
    await sql`insert into webhooks (id, name, url, kinds, active, position)
      values (${webhook}, 'filler', '', '[]', false, 0) on conflict do nothing`;
    const before = await count();
    await sql`insert into attachment_pieces (attachment_id, number, bytes, expires_at)
      select gen_random_uuid(), 0, '', now() + case when n % 2 = 0 then interval '1 hour' else - interval '1 second' end
      from generate_series(1, 2 * ${rows}::integer) n`;
    await sql`alter table sessions disable trigger sessions_bounded`;
    await sql`alter table devices disable trigger devices_bounded`;
    await sql`insert into attempts
      select n::text, now() + case when n % 2 = 0 then interval '1 hour' else - interval '1 second' * n end
      from generate_series(1, 2 * ${rows}::integer) n`;
    await sql`insert into idempotency_keys (user_id, operation, key, digest, answer, created_at)
      select ${id}, 'bills', n, '', '{}', now() - case when n % 2 = 0 then interval '23 hours' else interval '25 hours' end
      from generate_series(1, 2 * ${rows}::integer) n`;
    // Of those that are over half have expired, and half ended with the account's epoch.
    await sql`insert into sessions (id, user_id, epoch, expires_at, refresh_hash, user_agent, address)
      select gen_random_uuid(), ${id}, case when n % 4 = 1 then -1 else 0 end,
        now() + case when n % 4 = 3 then - interval '1 second' else interval '1 day' end, 'h', 'filler', ''
      from generate_series(1, 2 * ${rows}::integer) n`;
    await sql`insert into devices (hash, user_id, epoch, last_seen_at)
      select n, ${id}, 0, now() - case when n % 2 = 0 then interval '364 days' else interval '367 days' end
      from generate_series(1, 2 * ${rows}::integer) n`;
    await sql`insert into imports (id, user_id, kind, name, counts, file, expires_at)
      select gen_random_uuid(), ${id}, 'bills', '', '{}', '{}',
        case when n % 4 = 0 then null when n % 4 = 2 then now() + interval '1 hour' else now() - interval '1 second' end
      from generate_series(1, 2 * ${rows}::integer) n`;
    await sql`insert into webhook_deliveries (id, webhook_id, position, type, record_id, created_at)
      select gen_random_uuid(), ${webhook}, n, '', ${webhook},
        now() - case when n % 2 = 0 then interval '29 days' else interval '31 days' end
      from generate_series(1, 2 * ${rows}::integer) n`;
    await sql`alter table sessions enable trigger sessions_bounded`;
    await sql`alter table devices enable trigger devices_bounded`;
    return (more: number): Record<string, number> =>
      Object.fromEntries(kinds.map((kind) => [kind, (before[kind] ?? 0) + more]));
  });

it('removes expired rows in several batches, and nothing else', async ({
  service,
  user: { token },
  purgeAll,
  count,
  fill,
}) => {
  const plus = await fill(6000);
  expect(await count()).toEqual(plus(12_000));
  await purgeAll();
  expect(await count()).toEqual(plus(6000));
  const [over] = await service.sql`select
    (select count(*) from attempts where drained_at < now())
    + (select count(*) from idempotency_keys where created_at < now() - interval '1 day')
    + (select count(*) from sessions where epoch < 0 or expires_at < now())
    + (select count(*) from devices where last_seen_at < now() - interval '1 year') as rows`;
  expect(Number(over?.rows)).toBe(0);
  expect((await service.call('GET', '/auth', { token })).status).toBe(200);
});

it('several at once do it together', async ({ purgeAll, count, fill }) => {
  const plus = await fill(6000);
  await Promise.all([purgeAll(), purgeAll(), purgeAll()]);
  await purgeAll();
  expect(await count()).toEqual(plus(6000));
});

it('rows that are locked are left, and the others go', async ({ service, purgeAll, count, fill }) => {
  const plus = await fill(300);
  await service.sql.begin(async (sql) => {
    await sql`select from attempts where drained_at < now() order by drained_at limit 7 for update`;
    await sql`select from sessions where epoch < 0 limit 3 for update`;
    await purgeAll();
    const { attempts } = plus(307);
    const { sessions } = plus(303);
    expect(await count(sql)).toEqual({ ...plus(300), attempts, sessions });
  });
  await purgeAll();
  expect(await count()).toEqual(plus(300));
});

it('a kind whose table is locked does not stop the others; it ends when it is told to', async ({
  service,
  count,
  fill,
}) => {
  const plus = await fill(300);
  const said: string[] = [];
  const log = {
    info: (details: unknown) => said.push(`removed ${(details as { kind: string }).kind}`),
    warn: (details: unknown) => said.push(`failed ${(details as { kind: string }).kind}`),
  };
  let end = () => {};
  await service.sql.begin(async (sql) => {
    await sql`lock table attempts`;
    end = startPurging(service.dependencies.pools.users, log, {}, 1);
    while (said.length < kinds.length) await wait(20);
  });
  end();
  expect(said).toEqual([
    'failed attempts',
    'removed idempotency keys',
    'removed sessions',
    'removed imports',
    'removed pieces of files',
    'removed webhook deliveries',
    'removed devices',
  ]);
  expect(await count()).toEqual({ ...plus(300), attempts: plus(600).attempts });
});
