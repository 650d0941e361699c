import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { browse, cookieOf, renew } from '../support/browser.ts';
import { claimsOf, forge } from '../support/log-ins.ts';
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
