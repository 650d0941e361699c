import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { nextOf } from '../support/listing.ts';
import { browse, claimsOf, cookieOf, forge, renew } from '../support/log-ins.ts';
import { password, startService, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';

// docs/rules.md, section 4: the cookie with the refresh token.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('isAlive', { scope: 'file' }, ({ service }) => async (token: string) => {
    const { status } = await service.call('GET', '/auth', { token });
    return status === 200;
  });

const sessionOf = (token: string) => String(claimsOf(token).sid);

describe('the refresh cookie', () => {
  it('is out of reach for scripts and other sites', async ({ service, user }) => {
    const { attributes } = await browse(service, user.username);
    const age = `Max-Age=${30 * 24 * 60 * 60}`;
    expect(attributes.toSorted()).toEqual(['HttpOnly', age, 'Path=/auth', 'SameSite=Strict']);
  });

  it('stands under the base path', async ({ onTestFinished }) => {
    const below = await startService({ basePath: '/day/book', limitLogins: false });
    onTestFinished(below.close);
    const { username } = await below.person('User');
    const { attributes, cookie } = await browse(below, username);
    expect(attributes).toContain('Path=/day/book/auth');
    expect((await renew(below, cookie)).status).toBe(200);
  });

  it('is Secure, with the prefix that says so, as the settings have it and whatever a request says', async ({
    onTestFinished,
  }) => {
    const settings = { trustProxy: ['127.0.0.1'], secureCookies: true, limitLogins: false };
    const proxied = await startService(settings);
    onTestFinished(proxied.close);
    const { username } = await proxied.person('User');
    const plain = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
    for (const headers of [{}, plain, { ...plain, 'x-forwarded-host': 'localhost' }]) {
      const { cookie, attributes } = await browse(proxied, username, headers);
      expect(cookie).toMatch(/^__Secure-daybook_refresh=/);
      expect(attributes).toContain('Secure');
      expect((await renew(proxied, cookie)).status).toBe(200);
      const body = { username, password };
      for (const line of (await proxied.call('POST', '/auth', { body, headers })).headers.getSetCookie())
        expect(line).toMatch(/^__Secure-daybook_(refresh|device)=.*; Secure/);
      expect((await renew(proxied, cookie.replace('__Secure-', ''))).status).toBe(401);
    }
  });

  it('rotates; the one before gets the same next one for 30 seconds, then ends the session', async ({
    service,
    isAlive,
  }) => {
    const { username } = await service.person('User');
    const first = await browse(service, username);
    const second = cookieOf(await renew(service, first.cookie));
    expect(second.cookie).not.toBe(first.cookie);
    expect(second.attributes).toEqual(first.attributes);
    const tabs = await atOnce(5, () => renew(service, first.cookie));
    for (const tab of tabs) {
      expect(tab.body).toMatchObject({ data: { tokenType: 'Bearer', user: { username } } });
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

  it('rotates once for many tabs at once', async ({ service, user }) => {
    const { cookie } = await browse(service, user.username);
    const tabs = await atOnce(12, () => renew(service, cookie));
    expect(tally(tabs)).toEqual({ 200: 12 });
    expect(new Set(tabs.map((tab) => cookieOf(tab).cookie)).size).toBe(1);
  });

  it('used within 30 seconds ends nothing, though other tabs have renewed twice since', async ({
    service,
    user,
    isAlive,
  }) => {
    const first = await browse(service, user.username);
    const second = cookieOf(await renew(service, first.cookie));
    const third = cookieOf(await renew(service, second.cookie));
    expect((await renew(service, first.cookie)).status).toBe(200);
    expect([(await renew(service, third.cookie)).status, await isAlive(first.token)]).toEqual([200, true]);
  });

  it('missing, foreign or broken is 401 and is cleared', async ({ service, admin }) => {
    const issued = await browse(service, admin.username);
    const claims = claimsOf(issued.value);
    const typ = 'refresh+jwt';
    const sent = (more: object, header: object = {}, key?: Uint8Array) =>
      `daybook_refresh=${forge({ ...claims, ...more }, { typ, ...header }, key && { key })}`;
    expect(sent({})).toBe(issued.cookie);
    const refused = [
      undefined,
      'daybook_refresh=',
      'daybook_refresh=nonsense',
      'other=1',
      `daybook_refresh=${admin.token}`,
      sent({}, {}, Buffer.alloc(32)),
      sent({}, { alg: 'none' }).replace(/[^.]*$/, ''),
      sent({ sid: unknownId }),
      sent({ sid: 'not an id' }),
      sent({ iss: 'others' }),
      sent({ count: 'one' }),
      sent({ count: 1e300 }),
    ];
    for (const cookie of refused) {
      const answer = await renew(service, cookie);
      expect(answer, cookie).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      const { value, attributes } = cookieOf(answer);
      expect([value, attributes]).toEqual(['', expect.arrayContaining(['Path=/auth', 'Max-Age=0'])]);
    }
  });

  it('does not outlive its session', async ({ service, user: { username } }) => {
    const { token, cookie } = await browse(service, username);
    const out = await service.call('DELETE', '/auth/logout', { token, headers: { cookie } });
    expect(cookieOf(out).attributes).toContain('Max-Age=0');
    expect((await renew(service, cookie)).status).toBe(401);
    const late = await browse(service, username);
    await service.sql`update sessions set expires_at = now() where id = ${sessionOf(late.token)}`;
    expect((await renew(service, late.cookie)).status).toBe(401);
  });

  it('ends 90 days after the log-in, however often it is renewed', async ({ service, user }) => {
    const { cookie, token } = await browse(service, user.username);
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
});

/** A cursor with this sort key. */
const encodeCursor = (key: string) => Buffer.from(JSON.stringify([key, unknownId])).toString('base64url');

describe('the list of sessions', () => {
  it('names device and address, marks the current one; one can be ended', async ({ service, isAlive }) => {
    const person = await service.person('User');
    const { token } = await browse(service, person.username, { 'user-agent': 'Phone/1.0' });
    const list = async () => (await service.call('GET', '/auth/sessions', { token })).body.data;
    expect(await list()).toEqual([
      expect.objectContaining({ _id: sessionOf(token), userAgent: 'Phone/1.0', current: true }),
      expect.objectContaining({ _id: sessionOf(person.token), address: '127.0.0.1', current: false }),
    ]);
    expect(JSON.stringify(await list())).not.toMatch(/hash|token/i);
    const path = `/auth/sessions/${sessionOf(person.token)}`;
    const ended = await service.call('DELETE', path, { token });
    expect(ended).toMatchObject({ status: 200, body: { data: { _id: sessionOf(person.token) } } });
    expect(await isAlive(person.token)).toBe(false);
    expect((await service.call('DELETE', path, { token })).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it('has at most 100: one more ends the one least recently used, also of many at once', async ({
    service,
    isAlive,
  }) => {
    const { id, username, token: used } = await service.person('User');
    const count = async () => {
      const [row] = await service.sql`select count(*)::integer as rows from sessions where user_id = ${id}`;
      return row?.rows;
    };
    // The one that is used stays, however old it is.
    await service.sql`update sessions set created_at = now() - interval '20 days' where user_id = ${id}`;
    await service.sql`insert into sessions (id, user_id, epoch, expires_at, last_seen_at, refresh_hash, user_agent, address)
      select gen_random_uuid(), ${id}, 0, now() + interval '1 day', now() - make_interval(hours => n), 'h', n, ''
      from generate_series(1, 130) n`;
    expect(await count()).toBe(100);
    await service.logIn(username);
    expect(await count()).toBe(100);
    const tokens = await atOnce(20, () => service.logIn(username));
    expect(await count()).toBe(100);
    for (const token of [used, ...tokens]) expect(await isAlive(token)).toBe(true);
    const [oldest] = await service.sql`
      select max(user_agent::integer) as hours from sessions where user_id = ${id} and user_agent ~ '^[0-9]+$'`;
    expect(oldest?.hours).toBe(100 - 22);
  });

  it('comes in pages, over REST and tRPC', async ({ service }) => {
    const { username, token } = await service.person('User');
    const tokens = [token];
    for (let i = 0; i < 6; i += 1) tokens.push(await service.logIn(username));
    // Three are equal but for their identifiers.
    await service.sql`update sessions set last_seen_at = date_trunc('hour', now()) where id in ${service.sql(tokens.slice(2, 5).map(sessionOf))}`;
    const whole = (await service.call('GET', '/auth/sessions', { token })).body;
    expect([whole.data.length, whole.nextCursor]).toEqual([7, null]);
    const seen: unknown[] = [];
    for (let path = '/auth/sessions?limit=2'; path; ) {
      const { headers, body } = await service.call('GET', path, { token });
      expect(body.data.length).toBeLessThanOrEqual(2);
      seen.push(...body.data);
      path = nextOf(headers) ?? '';
      expect(path === '').toBe(body.nextCursor === null);
    }
    expect(seen).toEqual(whole.data);
    const client = service.client(token);
    const first = await client.auth.sessions.query({ limit: 3 });
    const rest = await client.auth.sessions.query({ limit: 1000, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items]).toEqual(whole.data);
    const early = `cursor=${encodeCursor('0000-01-01T00:00:00.000Z')}`;
    for (const query of ['limit=0', 'limit=1001', 'cursor=x', early]) {
      const { body } = await service.call('GET', `/auth/sessions?${query}`, { token });
      expect(body.error?.code, query).toBe('VALIDATION');
    }
  });

  it('has neither another account’s session nor an unknown one to end', async ({
    service,
    admin,
    isAlive,
  }) => {
    const [one, other] = [await service.person('User'), await service.person('User')];
    for (const id of [sessionOf(other.token), unknownId, 'not-an-id'])
      for (const { token } of [one, admin]) {
        const answer = await service.call('DELETE', `/auth/sessions/${id}`, { token });
        expect(answer).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
      }
    expect(await isAlive(other.token)).toBe(true);
  });
});
