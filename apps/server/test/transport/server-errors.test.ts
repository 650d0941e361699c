import { describe, expect } from 'vitest';
import { password, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import {
  deadPools,
  expectFailure,
  expectFailureHeaders,
  expectTrpcFailure,
  listenWith,
  openWire,
} from '../support/wire.ts';

const cause = 'Failed query: select password_hash from users\nparams: $argon2id$v=19 at /srv/daybook/x.ts:1';
const fail = () => Promise.reject(Object.assign(new Error(cause), { query: 'select', detail: 'secret' }));

// docs/rules.md, section 2: an outage is 503 and never 500; a defect is 500, and its cause is in the log alone.
const it = test
  /** A connection to the service without its database. */
  .extend('withoutDatabase', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const pools = deadPools();
    const { url, close } = await listenWith(service, pools);
    const wire = openWire(url);
    onCleanup(async () => {
      wire.close();
      await close();
      await pools.close();
    });
    return wire;
  })
  /** A connection to the service with a defect where it makes and reads tokens. */
  .extend('defective', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const tokens = { ...service.tokens, sessionOf: fail, access: fail };
    const { url, close } = await listenWith(service, { tokens });
    const wire = openWire(url);
    onCleanup(async () => {
      wire.close();
      await close();
    });
    return wire;
  });

const json = { 'content-type': 'application/json' };

describe('a database that is away', () => {
  it('is 503 with Retry-After, never 500, and the process stays alive', async ({
    admin: { token },
    withoutDatabase: wire,
  }) => {
    const answers = [
      await wire.send('GET', '/users', { token }),
      await wire.send('GET', `/bills/${unknownId}`, { token }),
      await wire.send('POST', '/auth', { headers: json, body: '{"username":"root","password":"x"}' }),
    ];
    for (const answer of answers) {
      expectFailure(answer, 503, 'UNAVAILABLE');
      expectFailureHeaders(answer);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    // Who sends no token is told so without any database.
    expectFailure(await wire.send('GET', '/users'), 401, 'UNAUTHENTICATED');
    expect((await wire.send('GET', '/healthz')).status).toBe(200);
    expect((await wire.send('GET', '/readyz')).status).toBe(503);
  });

  it('is the same over tRPC', async ({ admin: { token }, withoutDatabase }) => {
    const answer = await withoutDatabase.send('GET', '/trpc/bills.list?input={}', { token });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expectTrpcFailure(answer, 503, 'UNAVAILABLE');
  });
});

describe('a defect', () => {
  const leak = /secret|select|argon/;

  it('is 500 with a fixed message: nothing of its cause leaves', async ({
    admin: { token },
    user: { username },
    defective: wire,
  }) => {
    const answers = [
      await wire.send('GET', '/users', { token }),
      await wire.send('POST', '/auth', { headers: json, body: JSON.stringify({ username, password }) }),
    ];
    for (const answer of answers) {
      expect(answer.text).not.toMatch(leak);
      expectFailure(answer, 500, 'INTERNAL');
      expectFailureHeaders(answer);
      expect(answer.body.message).toBe('Something went wrong on our side.');
    }
  });

  it('is the same over tRPC', async ({ admin: { token }, defective }) => {
    const answer = await defective.send('GET', '/trpc/bills.list?input={}', { token });
    expect(answer.text).not.toMatch(leak);
    expectTrpcFailure(answer, 500, 'INTERNAL');
  });
});
