import { purging } from '@daybook/domain/server';
import type { FastifyRequest } from 'fastify';
import { describe, expect } from 'vitest';
import { deviceOf } from '../../src/http/cookies.ts';
import { type Ask, atOnce, tally } from '../support/asking.ts';
import { wrong } from '../support/log-ins.ts';
import { unique } from '../support/samples/index.ts';
import { type Answer, type Person, password, type Service } from '../support/service.ts';
import { test } from '../support/test.ts';

const lineOf = ({ headers }: Answer) =>
  headers.getSetCookie().find((cookie) => /^(__Secure-)?daybook_device=/.test(cookie)) ?? '';

interface LogIn {
  readonly typed?: string;
  readonly from?: string;
  readonly cookie?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

// docs/rules.md, section 4: the cookie by which an account knows a device that has logged in before.
const it = test
  .extend('settings', { scope: 'file' }, { trustProxy: ['127.0.0.1'] })
  /** The answer, the line that sets the cookie, and the cookie. */
  .extend(
    'logIn',
    { scope: 'file' },
    ({ service }) =>
      async (
        username: string,
        { typed = password, from = '198.51.100.1', cookie, path, headers }: LogIn = {},
      ) => {
        const answer = await service.call('POST', path ?? '/auth', {
          body: { username, password: typed },
          headers: { 'x-forwarded-for': from, ...(cookie && { cookie }), ...headers },
        });
        const line = lineOf(answer);
        return { ...answer, line, cookie: line.split('; ')[0] ?? '' };
      },
  )
  /** As when others have failed as often as may be: for this account, from everywhere and from these addresses. */
  .extend('attack', { scope: 'file' }, ({ service, logIn }) => async (username: string, from: string) => {
    await atOnce(10, () => logIn(username, { typed: wrong, from }));
    await atOnce(10, () => logIn(username, { typed: wrong, from: '203.0.113.77' }));
    await service.sql`update attempts set drained_at = now() + interval '2 hours'`;
    await service.sql`
      insert into attempts values (${`network:${from}`}, now() + interval '2 hours')
      on conflict (key) do update set drained_at = excluded.drained_at`;
  })
  /** As when no log-in has failed. */
  .extend('forget', { scope: 'file' }, ({ service }) => async () => {
    await service.sql`delete from attempts`;
  });
it.afterEach(({ forget }) => forget());

describe('the device cookie', () => {
  it('is random, out of reach for scripts and other sites, a year long, and not stored as it is', async ({
    service,
    logIn,
  }) => {
    const { username, id } = await service.person('User');
    const [cookie = '', ...attributes] = (await logIn(username)).line.split('; ');
    expect(cookie).toMatch(/^daybook_device=[\w-]{43}\.[\w-]{43}$/);
    const age = `Max-Age=${365 * 24 * 60 * 60}`;
    expect(attributes.toSorted()).toEqual(['HttpOnly', age, 'Path=/auth', 'SameSite=Strict']);
    expect((await logIn(username)).cookie).not.toBe(cookie);
    const stored = await service.sql`select * from devices where user_id = ${id}`;
    expect(JSON.stringify(stored)).not.toContain(cookie.split(/[=.]/)[1]);
    expect((await logIn(username, { typed: wrong })).line).toBe('');
  });

  it('lets its owner in whatever others do, also from the same address', async ({
    service,
    logIn,
    attack,
  }) => {
    const [{ username }, from] = [await service.person('User'), '198.51.100.20'];
    const { cookie } = await logIn(username, { from });
    await attack(username, from);
    expect(await logIn(username, { from })).toMatchObject({ status: 429 });
    expect(await logIn(username, { from: '198.51.100.21' })).toMatchObject({ status: 429 });
    const before = await service.sql`select * from attempts order by key`;
    for (const address of [from, '198.51.100.21', '198.51.100.22'])
      expect(await logIn(username, { from: address, cookie })).toMatchObject({ status: 200, cookie });
    expect(await service.sql`select * from attempts order by key`).toEqual(before);
  });

  it('is no more than a session is: its owner shows who it is whatever others do', async ({
    service,
    logIn,
    attack,
  }) => {
    const [person, from] = [await service.person('Administrator'), '198.51.100.25'];
    await logIn(person.username, { from });
    await attack(person.username, from);
    expect(await logIn(person.username, { from })).toMatchObject({ status: 429 });
    const call = (method: string, path: string, body: object) =>
      service.call(method, path, { token: person.token, body, headers: { 'x-forwarded-for': from } });
    expect((await call('POST', '/auth/confirm', { password })).status).toBe(200);
    expect((await call('POST', '/auth/factors/totp', { password })).status).toBe(200);
    const change = { current: password, new: 'another long password' };
    expect((await call('PATCH', '/users/password', change)).status).toBe(200);
    const tries = await atOnce(30, () => call('POST', '/auth/confirm', { password: wrong }));
    expect(tally(tries)).toEqual({ 400: 10, 429: 20 });
  });

  it('gives a thief ten attempts in 5 minutes, from wherever, and for this account alone', async ({
    service,
    logIn,
    attack,
  }) => {
    const [{ username }, other] = [await service.person('User'), await service.person('User')];
    const { cookie } = await logIn(username);
    const tries = await atOnce(30, (i) => logIn(username, { typed: wrong, from: `203.0.113.${i}`, cookie }));
    expect(tally(tries)).toEqual({ 401: 10, 429: 20 });
    expect(await logIn(username, { cookie })).toMatchObject({ status: 429 });
    expect(await logIn(username, { from: '198.51.100.30' })).toMatchObject({ status: 200 });
    await service.sql`update attempts set drained_at = drained_at - interval '31 seconds'`;
    expect(await logIn(username, { cookie })).toMatchObject({ status: 200 });
    expect(await logIn(username, { cookie, typed: wrong })).toMatchObject({ status: 401 });
    await attack(other.username, '198.51.100.31');
    expect(await logIn(other.username, { cookie, from: '198.51.100.31' })).toMatchObject({ status: 429 });
  });

  it('of a browser that several people share is one, known to each of them', async ({
    service,
    logIn,
    attack,
  }) => {
    const [one, other] = [await service.person('User'), await service.person('User')];
    const { cookie } = await logIn(one.username);
    expect(await logIn(other.username, { cookie })).toMatchObject({ cookie });
    await attack(one.username, '198.51.100.40');
    await attack(other.username, '198.51.100.40');
    for (const { username } of [one, other])
      expect(await logIn(username, { cookie, from: '198.51.100.40' })).toMatchObject({ status: 200 });
  });

  it('does not count if it is made up, malformed, or sent by another site’s page', async ({
    service,
    logIn,
    attack,
    forget,
  }) => {
    const [{ username }, from] = [await service.person('User'), '198.51.100.50'];
    const { cookie } = await logIn(username);
    await attack(username, from);
    const made = `daybook_device=${'A'.repeat(43)}`;
    const forged = `${made}.${'A'.repeat(43)}`;
    for (const sent of [made, forged, 'daybook_device=', `${cookie}x`, `daybook_device=${'é'.repeat(43)}`])
      expect(await logIn(username, { cookie: sent, from })).toMatchObject({ status: 429 });
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(await logIn(username, { cookie, from, headers })).toMatchObject({ status: 429 });
    await forget();
    expect((await logIn(username, { cookie: made })).cookie).not.toBe(made);
  });

  it('has the queue of known devices only with the signature of the service, which needs no look-up', async ({
    service,
    logIn,
  }) => {
    const { username } = await service.person('User');
    const [name = '', cookie = ''] = (await logIn(username)).cookie.split('=');
    const [value, signature] = cookie.split('.');
    const device = (sent: string) =>
      deviceOf(service.dependencies, {
        cookies: { [name]: sent },
        headers: {},
      } as unknown as FastifyRequest);
    expect(device(cookie)).toBe(value);
    const other = 'A'.repeat(43);
    for (const forged of [`${value}.${other}`, `${other}.${signature}`, `${other}.${other}`])
      expect(device(forged)).toBeUndefined();
  });

  it('is set over tRPC, and counts there too', async ({ service, logIn, attack }) => {
    const [{ username }, from] = [await service.person('User'), '198.51.100.60'];
    const { cookie } = await logIn(username, { path: '/trpc/auth.login' });
    expect(cookie).toMatch(/^daybook_device=/);
    await attack(username, from);
    for (const path of ['/auth', '/trpc/auth.login'])
      expect(await logIn(username, { path, cookie, from })).toMatchObject({ status: 200 });
  });

  const ends: [string, (person: Person, ask: Ask, service: Service) => Promise<unknown>][] = [
    ['a reset', ({ id }, ask) => ask('PUT', `/users/${id}`, { password })],
    [
      'a change of the own password',
      ({ token }, _, service) =>
        service.call('PATCH', '/users/password', { token, body: { current: password, new: password } }),
    ],
    [
      'deactivation, though active again',
      async ({ id }, ask) => {
        await ask('PATCH', `/users/${id}/status`, { active: 'false' });
        await ask('PATCH', `/users/${id}/status`, { active: 'true' });
      },
    ],
    [
      'deletion, for whoever has the name then',
      async ({ id, username }, ask) => {
        await ask('DELETE', `/users/${id}`);
        await ask('POST', '/users', { firstName: 'A', lastName: 'B', username, password });
      },
    ],
  ];
  it.for(ends)('no longer counts after %s', async ([, end], { service, ask, logIn, attack, forget }) => {
    const [person, from] = [await service.person('Administrator'), '198.51.100.70'];
    const { username } = person;
    const { cookie } = await logIn(username);
    await end(person, ask, service);
    await attack(username, from);
    expect(await logIn(username, { cookie, from })).toMatchObject({ status: 429 });
    await forget();
    const { cookie: again } = await logIn(username, { cookie });
    await attack(username, from);
    expect(await logIn(username, { cookie: again, from })).toMatchObject({ status: 200 });
  });

  it('stays after log-out', async ({ service, logIn, attack }) => {
    const [{ username }, from] = [await service.person('User'), '198.51.100.80'];
    const { body, cookie } = await logIn(username);
    const out = await service.call('DELETE', '/auth/logout', { token: body.data.accessToken });
    expect([out.status, lineOf(out)]).toEqual([200, '']);
    await attack(username, from);
    expect(await logIn(username, { cookie, from })).toMatchObject({ status: 200 });
  });
});

describe('the devices of an account', () => {
  it('are removed after a year without being used', async ({ service }) => {
    const { id } = await service.person('User');
    const age = (days: number) =>
      service.sql`update devices set last_seen_at = now() - make_interval(days => ${days}) where user_id = ${id}`;
    const kept = async () => {
      await purging.purge(service.dependencies.pools.users, purging.kinds.devices);
      return (await service.sql`select from devices where user_id = ${id}`).length;
    };
    await age(360);
    expect(await kept()).toBe(1);
    await age(370);
    expect(await kept()).toBe(0);
  });

  it('are at most 20, those used last', async ({ service, logIn, attack }) => {
    const [{ id, username }, from] = [await service.person('User'), '198.51.100.90'];
    const { cookie: first } = await logIn(username);
    await service.sql`update devices set last_seen_at = now() - interval '1 day' where user_id = ${id}`;
    const all = await atOnce(25, (i) => logIn(username, { from: `198.51.101.${i}` }));
    const [stored] = await service.sql`select count(*)::integer as rows from devices where user_id = ${id}`;
    expect(stored?.rows).toBe(20);
    await attack(username, from);
    expect(await logIn(username, { cookie: first, from })).toMatchObject({ status: 429 });
    const again = await Promise.all(all.map(({ cookie }) => logIn(username, { cookie, from })));
    expect(tally(again)).toEqual({ 200: 20, 429: 5 });
  });
});

it('an unknown username is answered like a known one, with a device cookie and without', async ({
  service,
  logIn,
}) => {
  const [one, other] = [await service.person('User'), await service.person('User')];
  const { cookie } = await logIn(one.username);
  const failed = (username: string, from: string) =>
    atOnce(24, (i) => logIn(username, { typed: wrong, from, cookie: i % 2 ? cookie : '' }));
  expect(tally(await failed(unique('nobody'), '198.51.100.95'))).toEqual({ 401: 10, 429: 14 });
  expect(tally(await failed(other.username, '198.51.100.96'))).toEqual({ 401: 10, 429: 14 });
});
