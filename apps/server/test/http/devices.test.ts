import { purging } from '@daybook/domain/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, atOnce, tally, unique } from '../support/asking.ts';
import { type Answer, type Person, password, type Service, startService } from '../support/service.ts';

// The cookie by which an account knows a device that has logged in before.
let service: Service;
let ask: Ask;
beforeAll(async () => {
  service = await startService({ trustProxy: ['127.0.0.1'] });
  ask = asker(service, await service.person('Administrator'));
});
afterAll(() => service.close());

const line = ({ headers }: Answer) =>
  headers.getSetCookie().find((cookie) => /^(__Secure-)?daybook_device=/.test(cookie)) ?? '';
const cookieOf = (answer: Answer) => line(answer).split('; ')[0] ?? '';

const wrong = 'wrong password';
const logIn = (
  username: string,
  { typed = password, from = '198.51.100.1', cookie = '', path = '/auth', more = {} } = {},
): Promise<Answer> =>
  service.call('POST', path, {
    body: { username, password: typed },
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }), ...more },
  });
const status = async (...input: Parameters<typeof logIn>) => (await logIn(...input)).status;
/** The cookie of a first log-in. */
const known = async (username: string, from = '198.51.100.1') => cookieOf(await logIn(username, { from }));
/** As when others have failed as often as may be: for this account, from everywhere and from these addresses. */
async function attack(username: string, from: string) {
  await atOnce(10, () => logIn(username, { typed: wrong, from }));
  await atOnce(10, () => logIn(username, { typed: wrong, from: '203.0.113.77' }));
  await service.sql`update attempts set drained_at = now() + interval '2 hours'`;
  await service.sql`
    insert into attempts values (${`network:${from}`}, now() + interval '2 hours')
    on conflict (key) do update set drained_at = excluded.drained_at`;
}
const peace = () => service.sql`delete from attempts`;

it('is random, for scripts and other sites out of reach, a year long, and not stored as it is', async () => {
  const { username, id } = await service.person('User');
  const answer = await logIn(username);
  const [cookie = '', ...attributes] = line(answer).split('; ');
  expect(cookie).toMatch(/^daybook_device=[\w-]{43}\.[\w-]{43}$/);
  expect(attributes.toSorted()).toEqual([
    'HttpOnly',
    `Max-Age=${365 * 24 * 60 * 60}`,
    'Path=/auth',
    'SameSite=Strict',
  ]);
  expect(cookieOf(await logIn(username))).not.toBe(cookie);
  const stored = await service.sql`select * from devices where user_id = ${id}`;
  expect(JSON.stringify(stored)).not.toContain(cookie.split(/[=.]/)[1]);
  expect(line(await logIn(username, { typed: wrong }))).toBe('');
});

it('lets its owner in whatever others do, also from the same address', async () => {
  const [{ username }, from] = [await service.person('User'), '198.51.100.20'];
  const cookie = await known(username, from);
  await attack(username, from);
  expect(await status(username, { from })).toBe(429);
  expect(await status(username, { from: '198.51.100.21' })).toBe(429);
  const before = await service.sql`select * from attempts order by key`;
  for (const address of [from, '198.51.100.21', '198.51.100.22']) {
    const answer = await logIn(username, { from: address, cookie });
    expect([answer.status, cookieOf(answer)]).toEqual([200, cookie]);
  }
  expect(await service.sql`select * from attempts order by key`).toEqual(before);
  await peace();
});

it('gives a thief ten attempts in 5 minutes, from wherever, and for this account alone', async () => {
  const [{ username }, other] = [await service.person('User'), await service.person('User')];
  const cookie = await known(username);
  const tries = await atOnce(30, (i) => logIn(username, { typed: wrong, from: `203.0.113.${i}`, cookie }));
  expect(tally(tries)).toEqual({ 401: 10, 429: 20 });
  expect(await status(username, { cookie })).toBe(429);
  expect(await status(username, { from: '198.51.100.30' })).toBe(200);
  await service.sql`update attempts set drained_at = drained_at - interval '31 seconds'`;
  expect([await status(username, { cookie }), await status(username, { cookie, typed: wrong })]).toEqual([
    200, 401,
  ]);
  await attack(other.username, '198.51.100.31');
  expect(await status(other.username, { cookie, from: '198.51.100.31' })).toBe(429);
  await peace();
});

it('of a browser that several people share is one, known to each of them', async () => {
  const [one, other] = [await service.person('User'), await service.person('User')];
  const cookie = await known(one.username);
  expect(cookieOf(await logIn(other.username, { cookie }))).toBe(cookie);
  await attack(one.username, '198.51.100.40');
  await attack(other.username, '198.51.100.40');
  for (const { username } of [one, other])
    expect(await status(username, { cookie, from: '198.51.100.40' })).toBe(200);
  await peace();
});

it('made up, malformed, or sent by another site’s page is none', async () => {
  const { username } = await service.person('User');
  const cookie = await known(username);
  await attack(username, '198.51.100.50');
  const made = `daybook_device=${'A'.repeat(43)}`;
  const forged = `${made}.${'A'.repeat(43)}`;
  for (const sent of [made, forged, 'daybook_device=', `${cookie}x`, `daybook_device=${'é'.repeat(43)}`])
    expect(await status(username, { cookie: sent, from: '198.51.100.50' })).toBe(429);
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect(await status(username, { cookie, from: '198.51.100.50', more: foreign })).toBe(429);
  await peace();
  expect(cookieOf(await logIn(username, { cookie: made }))).not.toBe(made);
});

it('over tRPC is set; whoever sends it there is counted by it too', async () => {
  const { username } = await service.person('User');
  const cookie = cookieOf(await logIn(username, { path: '/trpc/auth.login' }));
  expect(cookie).toMatch(/^daybook_device=/);
  await attack(username, '198.51.100.60');
  for (const path of ['/auth', '/trpc/auth.login'])
    expect(await status(username, { path, cookie, from: '198.51.100.60' })).toBe(200);
  await peace();
});

describe('is known no more after', () => {
  const ends: [string, (person: Person) => Promise<unknown>][] = [
    ['a reset', ({ id }) => ask('PUT', `/users/${id}`, { password })],
    [
      'the own password change',
      ({ token }) =>
        service.call('PATCH', '/users/password', { token, body: { current: password, new: password } }),
    ],
    [
      'deactivation, though active again',
      async ({ id }) => {
        await ask('PATCH', `/users/${id}/status`, { active: 'false' });
        await ask('PATCH', `/users/${id}/status`, { active: 'true' });
      },
    ],
    [
      'deletion, for whoever has the name then',
      async ({ id, username }) => {
        await ask('DELETE', `/users/${id}`);
        await ask('POST', '/users', { firstName: 'A', lastName: 'B', username, password });
      },
    ],
  ];

  it.each(ends)('%s', async (_, end) => {
    const person = await service.person('Administrator');
    const cookie = await known(person.username);
    await end(person);
    await attack(person.username, '198.51.100.70');
    expect(await status(person.username, { cookie, from: '198.51.100.70' })).toBe(429);
    await peace();
    const again = cookieOf(await logIn(person.username, { cookie }));
    await attack(person.username, '198.51.100.70');
    expect(await status(person.username, { cookie: again, from: '198.51.100.70' })).toBe(200);
    await peace();
  });

  it('log-out it stays', async () => {
    const { username } = await service.person('User');
    const first = await logIn(username);
    const out = await service.call('DELETE', '/auth/logout', { token: first.body.data.accessToken });
    expect([out.status, line(out)]).toEqual([200, '']);
    await attack(username, '198.51.100.80');
    expect(await status(username, { cookie: cookieOf(first), from: '198.51.100.80' })).toBe(200);
    await peace();
  });

  it('a year in which nobody saw it', async () => {
    const { users: db } = service.dependencies.pools;
    const { id } = await service.person('User');
    const age = (days: number) =>
      service.sql`update devices set last_seen_at = now() - make_interval(days => ${days}) where user_id = ${id}`;
    const kept = async () => {
      await purging.purge(db, 'devices');
      return (await service.sql`select from devices where user_id = ${id}`).length;
    };
    await age(360);
    expect(await kept()).toBe(1);
    await age(370);
    expect(await kept()).toBe(0);
  });
});

it('an account has 20, those last seen', async () => {
  const { id, username } = await service.person('User');
  const first = await known(username);
  await service.sql`update devices set last_seen_at = now() - interval '1 day' where user_id = ${id}`;
  const cookies = (await atOnce(25, (i) => logIn(username, { from: `198.51.101.${i}` }))).map(cookieOf);
  const [stored] = await service.sql`select count(*)::integer as rows from devices where user_id = ${id}`;
  expect(stored?.rows).toBe(20);
  await attack(username, '198.51.100.90');
  expect(await status(username, { cookie: first, from: '198.51.100.90' })).toBe(429);
  const sent = await Promise.all(
    cookies.map((cookie) => status(username, { cookie, from: '198.51.100.90' })),
  );
  expect(sent.filter((code) => code === 200)).toHaveLength(20);
  await peace();
});

it('a name that nobody has is answered alike, with and without one', async () => {
  const { username } = await service.person('User');
  const cookie = await known(username);
  const name = unique('nobody');
  const answers = await atOnce(24, (i) =>
    logIn(name, { from: '198.51.100.95', cookie: i % 2 ? cookie : '' }),
  );
  expect(tally(answers)).toEqual({ 401: 10, 429: 14 });
  const { username: somebody } = await service.person('User');
  const others = await atOnce(24, (i) =>
    logIn(somebody, { typed: wrong, from: '198.51.100.96', cookie: i % 2 ? cookie : '' }),
  );
  expect(tally(others)).toEqual({ 401: 10, 429: 14 });
  await peace();
});
