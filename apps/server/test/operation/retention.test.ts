import { setTimeout as wait } from 'node:timers/promises';
import { purging } from '@daybook/domain/server';
import type { Sql, TransactionSql } from 'postgres';
import { describe, expect } from 'vitest';
import { startPurging } from '../../src/purge.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

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

const purgeTest = test
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

purgeTest(
  'removes expired rows in several batches, and nothing else',
  async ({ service, user: { token }, purgeAll, count, fill }) => {
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
  },
);

purgeTest('several at once do it together', async ({ purgeAll, count, fill }) => {
  const plus = await fill(6000);
  await Promise.all([purgeAll(), purgeAll(), purgeAll()]);
  await purgeAll();
  expect(await count()).toEqual(plus(6000));
});

purgeTest('rows that are locked are left, and the others go', async ({ service, purgeAll, count, fill }) => {
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

purgeTest(
  'a kind whose table is locked does not stop the others; it ends when it is aborted',
  async ({ service, count, fill }) => {
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
  },
);

// docs/rules.md, section 17: what is removed because of its age, where the settings say so.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('expire', { scope: 'file' }, ({ service }) => async (retention: purging.Retention) => {
    const removed: Record<string, number> = {};
    for (const [kind, expired] of Object.entries(purging.retentionKinds(retention)))
      removed[kind] = await purging.purge(service.dependencies.pools.users, expired);
    return removed;
  })
  /** Makes a record, its deletion and its entries older. */
  .extend(
    'age',
    { scope: 'file' },
    ({ service: { sql } }) =>
      async (table: string, id: string, days = 40) => {
        await sql`alter table journal disable trigger journal_kept`;
        await sql`update journal set at = at - make_interval(days => ${days}) where record_id = ${id}`;
        await sql`alter table journal enable trigger journal_kept`;
        await sql`update ${sql(table)} set deleted_at = deleted_at - make_interval(days => ${days}) where id = ${id}`;
      },
  );
const month = 30 * 24 * 60 * 60;

describe('where nothing is set', () => {
  it('nothing is removed', () => {
    expect(purging.retentionKinds({})).toEqual({});
  });
});

describe('deleted records', () => {
  it('go with their entries once they are old enough; others stay', async ({
    service: { sql },
    ask,
    make,
    expire,
    age,
    admin,
    service,
  }) => {
    const [old, recent, kept] = [await make('bills'), await make('bills'), await make('bills')];
    for (const { _id } of [old, recent]) await ask('DELETE', `/bills/${_id}`);
    await age('bills', old._id);
    await age('bills', kept._id);
    expect(await expire({ deleted: month })).toEqual({ 'deleted records': 1 });
    const left = await sql`select id from bills where id in ${sql([old._id, recent._id, kept._id])}`;
    expect(left.map(({ id }) => id).sort()).toEqual([recent._id, kept._id].sort());
    expect(await ask('GET', `/journal?record=${old._id}`)).toEqual([]);
    const trashed = await ask('GET', '/trash?kind=bills');
    expect(trashed.map(({ _id }: { _id: string }) => _id)).toEqual([recent._id]);
    const answer = await service.call('POST', `/bills/${old._id}/restore`, { token: admin.token });
    expectFailure(answer, 404, 'NOT_FOUND');
    const [entry] = await ask('GET', '/journal?kind=settings&action=erase');
    expect(entry).toMatchObject({ actor: null, after: { bills: expect.anything() } });
  });

  it('that others name stay until those are gone; events go with their cheque', async ({
    service: { sql },
    ask,
    make,
    expire,
    age,
  }) => {
    const payee = await make('payees');
    const cheque = await make('cheques', { payee: payee._id });
    await ask('POST', `/cheques/${cheque._id}/events`, { kind: 'cancel', reason: 'lost' });
    await ask('DELETE', `/payees/${payee._id}`);
    await age('payees', payee._id);
    expect(await expire({ deleted: month })).toEqual({ 'deleted records': 0 });
    await ask('DELETE', `/cheques/${cheque._id}`);
    await age('cheques', cheque._id);
    await expire({ deleted: month });
    await expire({ deleted: month });
    const [left] = await sql`select (select count(*) from cheques where id = ${cheque._id})
      + (select count(*) from payees where id = ${payee._id})
      + (select count(*) from cheque_events where cheque_id = ${cheque._id}) as rows`;
    expect(Number(left?.rows)).toBe(0);
  });

  it('users stay: they are erased', async ({ ask, make, expire, age, service: { sql } }) => {
    const { _id } = await make('users');
    await ask('DELETE', `/users/${_id}`);
    await age('users', _id);
    await expire({ deleted: month });
    expect(await sql`select id from users where id = ${_id}`).toHaveLength(1);
  });
});

describe('the journal', () => {
  it('ends at the age that is set, in several batches; the trash stays', async ({
    service: { sql },
    ask,
    make,
    expire,
  }) => {
    const gone = await make('bills');
    await ask('DELETE', `/bills/${gone._id}`);
    await sql`insert into journal (kind, record_id, action, after)
      select 'bills', gen_random_uuid(), 'update', '{}' from generate_series(1, 3000)`;
    await sql`alter table journal disable trigger journal_kept`;
    await sql`update journal set at = at - interval '40 days' where at > now() - interval '30 days'`;
    await sql`alter table journal enable trigger journal_kept`;
    const kept = await make('bills');
    expect((await expire({ journal: month })).journal).toBeGreaterThanOrEqual(3001);
    const [left] =
      await sql`select count(*)::integer as rows from journal where at < now() - interval '30 days' and action <> 'delete'`;
    expect(left?.rows).toBe(0);
    const [deletion] = await ask('GET', `/journal?record=${gone._id}`);
    expect(deletion).toMatchObject({ action: 'delete', before: {} });
    expect(await ask('POST', `/bills/${gone._id}/restore`)).toMatchObject({ value: gone.value });
    expect(await ask('GET', `/journal?record=${kept._id}`)).toHaveLength(1);
    const [entry] = await ask('GET', '/journal?kind=settings&action=erase');
    expect(Number(entry.after.journal)).toBeGreaterThanOrEqual(3001);
    // What was only kept for the trash.
    expect((await expire({ journal: month })).journal).toBe(1);
  });
});
