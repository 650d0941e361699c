import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Database } from '@daybook/domain/server';
import { describe, expect, vi } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { version } from '../../src/version.ts';
import { password } from '../support/service.ts';
import { test as shutdownTest, test } from '../support/test.ts';
import { deadPools, listenWith } from '../support/wire.ts';

shutdownTest(
  'an instance that shuts down is alive and not ready, and closes connections after its answers',
  async ({ service }) => {
    const app = await buildApp(service.dependencies);
    const seen: unknown[] = [];
    await app.register(async (scope) => {
      scope.addHook('preClose', async () => {
        for (const path of ['/healthz', '/readyz']) {
          const { status, headers } = await fetch(`${url}${path}`);
          seen.push([path, status, headers.get('connection'), headers.has('retry-after')]);
        }
      });
    });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await app.close();
    expect(seen).toEqual([
      ['/healthz', 200, 'close', false],
      ['/readyz', 503, 'close', true],
    ]);
  },
);

shutdownTest(
  'a request in progress is served, and its connection does not delay the shutdown',
  async ({ service, onTestFinished }) => {
    const { app, url } = await listenWith(service, {});
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const headers = { 'content-type': 'application/json' };
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(`${url}/auth`, { method: 'POST', agent, headers }, (it) => resolve(it.resume()));
      sent.on('error', reject).end(JSON.stringify({ username: 'root', password }));
    });
    await once(app.server, 'request');
    const begin = performance.now();
    await app.close();
    const { statusCode, headers: fields } = await answer;
    expect([statusCode, fields.connection]).toEqual([200, 'close']);
    // Node's own limit with a connection that is kept alive is 72 s.
    expect(performance.now() - begin).toBeLessThan(60_000);
  },
);

const codeAt = async (url: string) =>
  ((await (await fetch(`${url}/readyz`)).json()) as { code?: string }).code;

/** A database that answers the check so. */
const databaseOf = (execute: () => Promise<unknown>) => ({ execute }) as unknown as Database;

const it = test
  /** A new application, which has no cached check; it checks this database. */
  .extend('listen', { scope: 'file' }, ({ service }) => (readiness?: Database) => {
    const { pools } = service.dependencies;
    return listenWith(service, { pools: { ...pools, ...(readiness && { readiness }) } });
  })
  .extend('readyz', { scope: 'file' }, ({ listen }) => async (readiness?: Database) => {
    const { url, close } = await listen(readiness);
    try {
      const answer = await fetch(`${url}/readyz`);
      const { status, headers } = answer;
      const alive = await fetch(`${url}/healthz`);
      expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok', version }]);
      return { status, retryAfter: headers.get('retry-after'), body: await answer.json() };
    } finally {
      await close();
    }
  })
  .extend(
    'expectUnready',
    { scope: 'file' },
    ({ readyz }) =>
      async (code: string, readiness?: Database) =>
        expect(await readyz(readiness)).toEqual({
          status: 503,
          retryAfter: '1',
          body: { status: 'unavailable', code, message: expect.stringMatching(/^The [a-z ,]+\.$/) },
        }),
  )
  .extend(
    'expectReady',
    { scope: 'file' },
    ({ readyz }) =>
      async () =>
        expect(await readyz()).toEqual({ status: 200, retryAfter: null, body: { status: 'ready' } }),
  );

describe('/readyz says why no write would succeed', () => {
  it('DATABASE_AWAY', async ({ expectUnready }) => {
    const { pools, close } = deadPools();
    await expectUnready('DATABASE_AWAY', pools.readiness);
    await close();
  });

  it('READ_ONLY', async ({ service, expectUnready, expectReady }) => {
    const set = async (setting: string) => {
      await service.sql.unsafe(`do $$ begin
        execute format('alter database %I ${setting}', current_database());
      end $$`);
      await service.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'daybook'`;
    };
    await set('set default_transaction_read_only = on');
    // Once the service knows that its connections have ended.
    await vi.waitFor(() => expectUnready('READ_ONLY'), 60_000);
    await service.sql.unsafe('set default_transaction_read_only = off');
    await set('reset default_transaction_read_only');
    await vi.waitFor(expectReady, 60_000);
  });

  it('NEWER_SCHEMA and NOT_MIGRATED', async ({ service: { sql }, expectUnready, expectReady }) => {
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`;
    await expectUnready('NEWER_SCHEMA');
    await sql`delete from drizzle.__drizzle_migrations where hash = 'later'`;
    await expectReady();
    await sql`alter schema drizzle rename to elsewhere`;
    await expectUnready('NOT_MIGRATED');
    await sql`alter schema elsewhere rename to drizzle`;
    await sql`alter table users rename to elsewhere`;
    await expectUnready('NOT_MIGRATED');
    await sql`alter table elsewhere rename to users`;
    await expectReady();
  });

  it('SLOW', async ({ service, expectUnready, expectReady }) => {
    await service.sql.begin(async (transaction) => {
      await transaction`lock table drizzle.__drizzle_migrations`;
      await expectUnready('SLOW');
    });
    await expectReady();
  });

  it('STANDBY', async ({ expectUnready }) => {
    await expectUnready(
      'STANDBY',
      databaseOf(async () => [{ standby: true }]),
    );
  });
});

it('all requests share one check of a database that hangs', async ({ listen }) => {
  let asked = 0;
  const { url, close } = await listen(databaseOf(() => new Promise(() => void asked++)));
  const codes = await Promise.all(Array.from({ length: 50 }, () => codeAt(url)));
  expect(new Set(codes)).toEqual(new Set(['SLOW']));
  expect(await codeAt(url)).toBe('SLOW');
  expect(asked).toBe(1);
  await close();
});

it('a bad answer is cached for a second, a good one is not', async ({ listen, onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  let standby = true;
  const { url, close } = await listen(
    databaseOf(async () => {
      asked += 1;
      return [{ standby }];
    }),
  );
  for (let n = 0; n < 3; n += 1) expect(await codeAt(url)).toBe('STANDBY');
  expect(asked).toBe(1);
  standby = false;
  vi.advanceTimersByTime(1000);
  expect(await codeAt(url)).toBe('NOT_MIGRATED');
  expect(asked).toBe(2);
  await close();
});
