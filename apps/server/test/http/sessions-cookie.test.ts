import { afterAll, beforeAll, expect, it } from 'vitest';
import { atOnce, tally, unknownId } from '../support/asking.ts';
import { browse, cookieOf, renew } from '../support/browser.ts';
import { forge, read } from '../support/forge.ts';
import { type Person, password, type Service, startService } from '../support/service.ts';

// The cookie with the refresh token: where it goes, how it is exchanged, when it ends.
let service: Service;
let admin: Person;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
});
afterAll(() => service.close());

const isAlive = async (token: string) => (await service.call('GET', '/auth', { token })).status === 200;
const sessionOf = (token: string) => String(read(token).claims.sid);

it('is for scripts and other sites out of reach', async () => {
  const person = await service.person('User');
  const { attributes } = await browse(service, person.username);
  expect(attributes.toSorted()).toEqual([
    'HttpOnly',
    `Max-Age=${30 * 24 * 60 * 60}`,
    'Path=/auth',
    'SameSite=Strict',
  ]);
});

it('stands under the base path', async () => {
  const below = await startService({ basePath: '/day/book', limitLogins: false });
  try {
    const person = await below.person('User');
    const { attributes, cookie } = await browse(below, person.username, {});
    expect(attributes).toContain('Path=/day/book/auth');
    expect((await renew(below, cookie)).status).toBe(200);
  } finally {
    await below.close();
  }
});

it('is Secure, with the prefix that says so, as the settings have it and whatever a request says', async () => {
  const proxied = await startService({ trustProxy: ['127.0.0.1'], secureCookies: true, limitLogins: false });
  try {
    const person = await proxied.person('User');
    const plain = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
    for (const headers of [{}, plain, { ...plain, 'x-forwarded-host': 'localhost' }]) {
      const { cookie, attributes } = await browse(proxied, person.username, headers);
      expect([cookie.startsWith('__Secure-daybook_refresh='), attributes.includes('Secure')]).toEqual([
        true,
        true,
      ]);
      expect((await renew(proxied, cookie)).status).toBe(200);
      const body = { username: person.username, password };
      for (const line of (await proxied.call('POST', '/auth', { body, headers })).headers.getSetCookie())
        expect(line).toMatch(/^__Secure-daybook_(refresh|device)=.*; Secure/);
      expect((await renew(proxied, cookie.replace('__Secure-', ''))).status).toBe(401);
    }
  } finally {
    await proxied.close();
  }
});

it('rotates; the one before gets the same next one for 30 seconds, then ends the session', async () => {
  const person = await service.person('User');
  const first = await browse(service, person.username);
  const second = cookieOf(await renew(service, first.cookie));
  expect(second.cookie).not.toBe(first.cookie);
  expect(second.attributes).toEqual(first.attributes);
  const tabs = await atOnce(5, () => renew(service, first.cookie));
  for (const tab of tabs) {
    expect(tab.body).toMatchObject({ data: { tokenType: 'Bearer', user: { username: person.username } } });
    expect(cookieOf(tab).cookie).toBe(second.cookie);
    expect(await isAlive(tab.body.data.accessToken)).toBe(true);
  }
  const id = sessionOf(first.token);
  await service.sql`update sessions set refreshed_at = refreshed_at - interval '31 seconds' where id = ${id}`;
  expect(await renew(service, first.cookie)).toMatchObject({
    status: 401,
    body: { error: { code: 'UNAUTHENTICATED' } },
  });
  // Somebody else may hold it: nobody keeps it.
  expect([(await renew(service, second.cookie)).status, await isAlive(first.token)]).toEqual([401, false]);
});

it('many tabs at once share one rotation', async () => {
  const person = await service.person('User');
  const { cookie } = await browse(service, person.username);
  const tabs = await atOnce(12, () => renew(service, cookie));
  expect(tally(tabs)).toEqual({ 200: 12 });
  expect(new Set(tabs.map((tab) => cookieOf(tab).cookie)).size).toBe(1);
});

it('one used within 30 seconds ends nothing, though other tabs have renewed twice since', async () => {
  const person = await service.person('User');
  const first = await browse(service, person.username);
  const second = cookieOf(await renew(service, first.cookie));
  const third = cookieOf(await renew(service, second.cookie));
  expect((await renew(service, first.cookie)).status).toBe(200);
  expect([(await renew(service, third.cookie)).status, await isAlive(first.token)]).toEqual([200, true]);
});

it('none, a foreign or a broken one is 401 and is cleared', async () => {
  const { claims } = read((await browse(service, admin.username)).value);
  const header = { alg: 'HS256', typ: 'refresh+jwt' };
  const forged = [
    undefined,
    'daybook_refresh=',
    'daybook_refresh=nonsense',
    'other=1',
    `daybook_refresh=${admin.token}`,
    `daybook_refresh=${forge(header, claims, Buffer.alloc(32))}`,
    `daybook_refresh=${forge({ ...header, alg: 'none' }, claims, Buffer.alloc(0))}`,
    `daybook_refresh=${forge(header, { ...claims, sid: unknownId })}`,
    `daybook_refresh=${forge(header, { ...claims, sid: 'not an id' })}`,
    `daybook_refresh=${forge(header, { ...claims, iss: 'others' })}`,
    `daybook_refresh=${forge(header, { ...claims, count: 'one' })}`,
    `daybook_refresh=${forge(header, { ...claims, count: 1e300 })}`,
  ];
  for (const cookie of forged) {
    const answer = await renew(service, cookie);
    expect(answer, cookie).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const { value, attributes } = cookieOf(answer);
    expect([value, attributes]).toEqual(['', expect.arrayContaining(['Path=/auth', 'Max-Age=0'])]);
  }
});

it('does not outlive its session', async () => {
  const person = await service.person('User');
  const { token, cookie } = await browse(service, person.username);
  const out = await service.call('DELETE', '/auth/logout', { token, headers: { cookie } });
  expect(cookieOf(out).attributes).toContain('Max-Age=0');
  expect((await renew(service, cookie)).status).toBe(401);
  const late = await browse(service, person.username);
  await service.sql`update sessions set expires_at = now() where id = ${sessionOf(late.token)}`;
  expect((await renew(service, late.cookie)).status).toBe(401);
});

it('ends 90 days after the log-in, however often it is renewed', async () => {
  const person = await service.person('User');
  const { cookie, token } = await browse(service, person.username);
  const id = sessionOf(token);
  /** Renews so many days after the log-in: the next cookie, and for how many days it is good. */
  const renewAt = async (days: number, sent: string) => {
    await service.sql`
      update sessions set created_at = now() - make_interval(days => ${days}), refreshed_at = now() - interval '1 day'
      where id = ${id}`;
    const { cookie: next } = cookieOf(await renew(service, sent));
    const [session] = await service.sql`
      select round(extract(epoch from expires_at - now()) / 86400)::integer as days from sessions where id = ${id}`;
    return [next, session?.days] as const;
  };
  const [second, early] = await renewAt(59, cookie);
  const [, late] = await renewAt(80, second);
  expect([early, late]).toEqual([30, 10]);
});
