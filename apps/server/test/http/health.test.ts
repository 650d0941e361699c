import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@daybook/domain/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { deadPools, listenWith } from '../support/broken.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('an instance that shuts down is alive and not ready, and closes connections after its answers', async () => {
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
});

/** The answer of /readyz of a new application, which has no cached check. */
async function readyz(readiness = service.dependencies.pools.readiness) {
  const { url, close } = await listenWith(service, {
    pools: { ...service.dependencies.pools, readiness },
  });
  try {
    const answer = await fetch(`${url}/readyz`);
    const { status, headers } = answer;
    const alive = await fetch(`${url}/healthz`);
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
    return { status, retryAfter: headers.get('retry-after'), body: await answer.json() };
  } finally {
    await close();
  }
}

async function expectUnready(code: string, readiness?: Database) {
  expect(await readyz(readiness)).toEqual({
    status: 503,
    retryAfter: '1',
    body: { status: 'unavailable', code, message: expect.stringMatching(/^The [a-z ,]+\.$/) },
  });
}

const expectReady = async () =>
  expect(await readyz()).toEqual({ status: 200, retryAfter: null, body: { status: 'ready' } });

// What only a server has: databases with settings of their own, and locks between connections.
const isServer = inject('databases').kind === 'postgres';

describe('/readyz says why no write would succeed', () => {
  test('DATABASE_AWAY', async () => {
    const { pools, close } = deadPools();
    await expectUnready('DATABASE_AWAY', pools.readiness);
    await close();
  });

  test('READ_ONLY', async ({ skip }) => {
    skip(!isServer, 'a setting of a server’s database');
    const set = async (setting: string) => {
      await service.sql.unsafe(`do $$ begin
        execute format('alter database %I ${setting}', current_database());
      end $$`);
      await service.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'daybook'`;
    };
    await set('set default_transaction_read_only = on');
    await wait(100);
    await expectUnready('READ_ONLY');
    await service.sql.unsafe('set default_transaction_read_only = off');
    await set('reset default_transaction_read_only');
    await wait(100);
    await expectReady();
  });

  test('NEWER_SCHEMA and NOT_MIGRATED', async () => {
    const { sql } = service;
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

  test('SLOW', async ({ skip }) => {
    skip(!isServer, 'nobody else can hold a lock of the embedded database');
    await service.sql.begin(async (transaction) => {
      await transaction`lock table drizzle.__drizzle_migrations`;
      await expectUnready('SLOW');
    });
    await expectReady();
  });

  test('STANDBY', async () => {
    await expectUnready('STANDBY', { execute: async () => [{ standby: true }] } as unknown as Database);
  });
});

test('all requests share one check of a database that hangs', async () => {
  let asked = 0;
  const hangs = { execute: () => new Promise(() => void asked++) } as unknown as Database;
  const { url, close } = await listenWith(service, {
    pools: { ...service.dependencies.pools, readiness: hangs },
  });
  const ask = async () => ((await (await fetch(`${url}/readyz`)).json()) as { code?: string }).code;
  expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set(['SLOW']));
  expect(await ask()).toBe('SLOW');
  expect(asked).toBe(1);
  await close();
});

test('a bad answer is cached for a second, a good one is not', async () => {
  let asked = 0;
  let standby = false;
  const execute = async () => {
    asked += 1;
    return [{ standby }];
  };
  const { url, close } = await listenWith(service, {
    pools: { ...service.dependencies.pools, readiness: { execute } as unknown as Database },
  });
  const ask = async () => ((await (await fetch(`${url}/readyz`)).json()) as { code?: string }).code;
  standby = true;
  expect([await ask(), await ask(), await ask()]).toEqual(['STANDBY', 'STANDBY', 'STANDBY']);
  expect(asked).toBe(1);
  standby = false;
  await expect.poll(ask, { timeout: 5000 }).toBe('NOT_MIGRATED');
  expect(asked).toBe(2);
  await close();
});
