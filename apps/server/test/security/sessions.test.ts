import { appRouter } from '@daybook/api';
import type { Principal } from '@daybook/domain';
import { sessions } from '@daybook/domain/server';
import { describe, expect } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { type Ask, atOnce, tally } from '../support/asking.ts';
import { browse, renew, wrong } from '../support/log-ins.ts';
import { type Person, password, type Service, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { listenWith } from '../support/wire.ts';

// docs/rules.md, section 4: what ends a session, and what opens none.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend(
    'whoAmI',
    { scope: 'file' },
    ({ service }) =>
      (token: string) =>
        service.call('GET', '/auth', { token }),
  )
  .extend('isAlive', { scope: 'file' }, ({ whoAmI }) => async (token: string) => {
    const { status } = await whoAmI(token);
    return status === 200;
  })
  /** A new account whose password was just compared, and what then opens its session. */
  .extend('verified', { scope: 'file' }, ({ service }) => async () => {
    const { users: db } = service.dependencies.pools;
    const { id, username } = await service.person('User');
    const account = await sessions.account(db, username);
    const session = {
      userId: id,
      epoch: account?.epoch ?? 0,
      refreshHash: 'h',
      deviceHash: 'd',
      hasSecondFactor: false,
      lifetimeSeconds: 60,
      userAgent: '',
      address: '',
    };
    const open = (sessionId = sessions.newId()) => sessions.open(db, { ...session, id: sessionId });
    return { id, open };
  });

const setActive = (ask: Ask, id: string, active: string) => ask('PATCH', `/users/${id}/status`, { active });
const reset = (ask: Ask, id: string) => ask('PUT', `/users/${id}`, { password: 'given by an admin' });

describe('a token is refused at the very next request after', () => {
  const ends: [string, (person: Person, ask: Ask, service: Service) => Promise<unknown>][] = [
    ['log-out', ({ token }, _, service) => service.call('DELETE', '/auth/logout', { token })],
    ['deactivation', ({ id }, ask) => setActive(ask, id, 'false')],
    ['deletion', ({ id }, ask) => ask('DELETE', `/users/${id}`)],
    ['a reset by an Administrator', ({ id }, ask) => reset(ask, id)],
    ['its expiry', ({ id }, _, { sql }) => sql`update sessions set expires_at = now() where user_id = ${id}`],
  ];

  it.for(ends)('%s', async ([name, end], { service, ask, whoAmI, isAlive }) => {
    const person = await service.person('Supervisor');
    const { cookie, token } = await browse(service, person.username);
    expect(await isAlive(person.token)).toBe(true);
    await end(person, ask, service);
    expect(await whoAmI(person.token)).toMatchObject({
      status: 401,
      body: { error: { code: 'UNAUTHENTICATED' } },
    });
    const trpc = service.client(person.token).auth.me.query();
    await expect(trpc).rejects.toMatchObject({ data: { code: 'UNAUTHENTICATED' } });
    // GET /auth looks the account up once more, and so would be 401 for another reason; a list does not.
    expect((await service.call('GET', '/payees', { token: person.token })).status).toBe(401);
    await expect(service.client(person.token).payees.list.query({})).rejects.toMatchObject({
      data: { code: 'UNAUTHENTICATED' },
    });
    // Logging out ends this session alone; the rest end them all, refresh cookies included.
    const others = name === 'log-out' ? 200 : 401;
    expect([(await whoAmI(token)).status, (await renew(service, cookie)).status]).toEqual([others, others]);
  });
});

it('reactivation restores no session', async ({ service, ask, isAlive }) => {
  const person = await service.person('User');
  const { cookie } = await browse(service, person.username);
  await setActive(ask, person.id, 'false');
  await setActive(ask, person.id, 'true');
  expect(await isAlive(person.token)).toBe(false);
  expect((await renew(service, cookie)).status).toBe(401);
  expect(await isAlive(await service.logIn(person.username))).toBe(true);
});

it('a demotion takes the rights and leaves the session', async ({ service, ask, whoAmI }) => {
  const { id, token } = await service.person('Administrator');
  const forbidden = () =>
    service.call('PATCH', `/users/${unknownId}/role`, { token, body: { role: 'User' } });
  expect((await forbidden()).status).toBe(404);
  await ask('PATCH', `/users/${id}/role`, { role: 'User' });
  expect(await forbidden()).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
  expect((await service.call('GET', '/users', { token })).status).toBe(403);
  expect(await whoAmI(token)).toMatchObject({ status: 200, body: { data: { accessLevel: 'User' } } });
  await ask('PATCH', `/users/${id}/role`, { role: 'Supervisor' });
  expect((await service.call('GET', '/users', { token })).status).toBe(200);
});

it('a change of the own password ends the other sessions and keeps the caller’s', async ({
  service,
  isAlive,
}) => {
  const person = await service.person('Administrator');
  const here = await browse(service, person.username);
  const there = await browse(service, person.username);
  const body = { current: password, new: 'a fresh password' };
  const changed = await service.call('PATCH', '/users/password', { token: here.token, body });
  expect(changed).toMatchObject({ status: 200, body: { success: true, data: null } });
  expect(await isAlive(here.token)).toBe(true);
  expect([await isAlive(person.token), await isAlive(there.token)]).toEqual([false, false]);
  expect((await renew(service, here.cookie)).status).toBe(200);
  expect((await renew(service, there.cookie)).status).toBe(401);
  const old = await service.call('POST', '/auth', { body: { username: person.username, password } });
  expect(old.body.error.code).toBe('INVALID_CREDENTIALS');
  expect(await service.logIn(person.username, body.new)).toMatch(/^ey/);
});

it('several log-outs at once are no failure of the service', async ({ service }) => {
  const { token } = await service.person('User');
  const answers = await atOnce(5, () => service.call('DELETE', '/auth/logout', { token }));
  for (const { status } of answers) expect([200, 401]).toContain(status);
  expect(tally(answers)[200]).toBeGreaterThanOrEqual(1);
});

describe('an account that is deleted after its token was checked is 401 at', () => {
  const calls: [string, (own: ReturnType<typeof appRouter.createCaller>) => Promise<unknown>][] = [
    ['GET /auth', (own) => own.auth.me()],
    ['PATCH /users/preferences', (own) => own.users.setPreferences({ theme: 'dark' })],
    ['PATCH /users/password', (own) => own.users.changePassword({ current: password, new: 'another one' })],
  ];

  it.for(calls)('%s', async ([, call], { service, ask }) => {
    const { id } = await service.person('Administrator');
    const principal: Principal = { id, sessionId: '', role: 'Administrator', timeZone: undefined };
    const { pools, tokens, settings } = service.dependencies;
    const own = appRouter.createCaller({
      db: pools.users,
      tokens,
      settings,
      principal,
      caller: { address: '127.0.0.1', userAgent: '' },
      cookies: {
        refreshToken: () => undefined,
        setRefreshToken: () => {},
        clearRefreshToken: () => {},
        device: () => undefined,
        setDevice: () => {},
        providerFlow: () => undefined,
        setProviderFlow: () => {},
        clearProviderFlow: () => {},
      },
      requestId: 'x',
      readImport: () => Promise.reject(new Error('not used')),
      readDump: () => Promise.reject(new Error('not used')),
      followEvents: () => {
        throw new Error('not used');
      },
      webhooks: { problemOf: () => undefined, wake: () => {} },
      publicUrl: (path) => path,
      identify: () => {},
      idempotencyKey: undefined,
      replayed: () => {},
      limited: () => {},
      ifMatch: undefined,
      ifNone: false,
      sendsPersonalToken: false,
    });
    await ask('DELETE', `/users/${id}`);
    await expect(call(own)).rejects.toMatchObject({ cause: { code: 'UNAUTHENTICATED' } });
  });
});

describe('a log-in', () => {
  it.for<[string, (ask: Ask, id: string) => Promise<unknown>]>([
    [
      'deactivated, though it is active again',
      async (ask, id) => {
        await setActive(ask, id, 'false');
        await setActive(ask, id, 'true');
      },
    ],
    ['given another password', reset],
    ['left without factors', (ask, id) => ask('POST', `/users/${id}/reset-factors`)],
    ['deleted', (ask, id) => ask('DELETE', `/users/${id}`)],
  ])(
    'opens no session of an account that is %s after it was verified',
    async ([, end], { ask, verified }) => {
      const { id, open } = await verified();
      expect(await open()).toBe(true);
      await end(ask, id);
      expect(await open()).toBe(false);
    },
  );

  it.for<[string, (ask: Ask, id: string) => Promise<unknown>]>([
    ['a reset', reset],
    ['a deactivation', (ask, id) => setActive(ask, id, 'false')],
  ])(
    'that is opening its session does not survive %s that waits for it',
    async ([, take], { service, ask, verified, isAlive }) => {
      const { id, open } = await verified();
      const sessionId = sessions.newId();
      let taking: Promise<unknown> | undefined;
      await service.sql.begin(async (sql) => {
        // Holds up the change, not the log-in, which locks the account in the same way.
        await sql`select from users where id = ${id} for share`;
        taking = take(ask, id);
        for (let waiting = 0; waiting === 0; ) {
          await sql`select pg_stat_clear_snapshot()`;
          waiting = (
            await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          ).length;
        }
        expect(await open(sessionId)).toBe(true);
      });
      await taking;
      await setActive(ask, id, 'true');
      expect(await isAlive(await service.tokens.access(id, sessionId))).toBe(false);
    },
  );
});

// Two instances on one database: what one counts, the other knows.
const instancesTest = test
  .extend('addresses', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const pools = connectPools(service.server);
    const second = await listenWith(service, pools);
    onCleanup(async () => {
      await second.close();
      await pools.close();
    });
    return [service.url, second.url];
  })
  /** At the one instance and the other in turn. */
  .extend(
    'logIn',
    { scope: 'file' },
    ({ addresses }) =>
      async (i: number, username: string, typed = wrong, path = '/auth') => {
        const { status } = await fetch(`${addresses[i % 2]}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${i}` },
          body: JSON.stringify({ username, password: typed }),
        });
        return { status };
      },
  );

describe('failures at two instances', () => {
  instancesTest('count together, one after the other', async ({ service, logIn }) => {
    const { username } = await service.person('User');
    for (let i = 0; i < 10; i += 1) expect(await logIn(i, username)).toEqual({ status: 401 });
    for (const i of [0, 1]) expect(await logIn(i, username, password)).toEqual({ status: 429 });
  });

  instancesTest(
    'count together at once, over REST and tRPC, in any spelling and whatever a client says of its address',
    async ({ service, logIn }) => {
      const { username } = await service.person('User');
      const spellings = [username, username.toUpperCase(), `\u00a0${username} `];
      const answers = await atOnce(40, (i) =>
        logIn(i, spellings[i % 3] ?? '', wrong, i % 4 < 2 ? '/auth' : '/trpc/auth.login'),
      );
      const counts = tally(answers);
      expect(Object.keys(counts)).toEqual(['401', '429']);
      expect(counts[401]).toBeLessThanOrEqual(10);
    },
  );

  instancesTest('are forgotten by both after a success', async ({ service, logIn }) => {
    const { username } = await service.person('User');
    for (let i = 0; i < 9; i += 1) await logIn(i, username);
    expect(await logIn(1, username, password)).toEqual({ status: 200 });
    for (let i = 0; i < 9; i += 1) expect(await logIn(i, username)).toEqual({ status: 401 });
  });
});

instancesTest(
  'a session that ends at one instance has ended at the other',
  async ({ service, addresses }) => {
    const { token } = await service.person('User');
    const ask = async (i: number, method: string, path: string) =>
      (await fetch(`${addresses[i]}${path}`, { method, headers: { authorization: `Bearer ${token}` } }))
        .status;
    expect([await ask(0, 'GET', '/auth'), await ask(1, 'GET', '/auth')]).toEqual([200, 200]);
    expect(await ask(1, 'DELETE', '/auth/logout')).toBe(200);
    expect([await ask(0, 'GET', '/auth'), await ask(1, 'GET', '/auth')]).toEqual([401, 401]);
  },
);
