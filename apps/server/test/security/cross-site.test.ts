import { describe, expect } from 'vitest';
import { securityHeaders } from '../../src/http/response-headers.ts';
import { browse, cookieOf } from '../support/log-ins.ts';
import { type Answer, password, type Service, startService } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectTrpcFailure } from '../support/wire.ts';

type Headers = Record<string, string>;
const friend = 'https://app.example.com';

// Pages of other sites, whose requests a browser sends with the cookies of this one.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  /** A service that lists the friend's origin. */
  .extend('open', { scope: 'file' }, async ({ settings }, { onCleanup }) => {
    const open = await startService({ ...settings, corsOrigins: [friend] });
    onCleanup(open.close);
    return open;
  });

const renewal = (service: Service, headers: Headers) =>
  service.call('POST', '/auth/refresh', { headers: { 'content-type': 'text/plain', ...headers } });

describe('the renewal of a session', () => {
  const foreign: [string, Headers][] = [
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { origin: 'http://other.127.0.0.1.nip.example', 'sec-fetch-site': 'same-site' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a browser that tells the origin alone', { origin: 'https://evil.example' }],
    ['the same without an origin', { origin: 'null' }],
    ['something that is no origin', { origin: 'evil' }],
    ['a name that begins like this host', { origin: 'http://127.0.0.1.evil.example' }],
    ['no page at all', { 'sec-fetch-site': 'none' }],
  ];
  it.for(foreign)(
    'is refused to %s, which can end no session either',
    async ([, headers], { service, user }) => {
      const { cookie, token } = await browse(service, user.username);
      for (const sent of [{ ...headers, cookie }, headers]) {
        const answer = await renewal(service, sent);
        expectFailure(answer, 403, 'FORBIDDEN');
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
      expect((await service.call('GET', '/auth', { token })).status).toBe(200);
      expect((await renewal(service, { cookie })).status).toBe(200);
    },
  );

  const own: [string, (origin: string) => Headers][] = [
    ['its own page', (origin) => ({ origin, 'sec-fetch-site': 'same-origin' })],
    ['its own page in an older browser', (origin) => ({ origin })],
    [
      'its own page, the proxy naming another host',
      () => ({ origin: friend, 'sec-fetch-site': 'same-origin' }),
    ],
    ['what is no browser', () => ({})],
  ];
  it.for(own)('is granted to %s', async ([, headers], { service, user }) => {
    const { cookie } = await browse(service, user.username);
    expect((await renewal(service, { ...headers(service.url), cookie })).status).toBe(200);
  });

  it('is granted to the pages of CORS_ORIGINS and to no other', async ({ open }) => {
    const { username } = await open.person('User');
    const { cookie } = await browse(open, username, { origin: friend });
    const from = (origin: string) => renewal(open, { cookie, origin, 'sec-fetch-site': 'same-site' });
    const answer = await from(friend);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(friend);
    for (const origin of [`${friend}.evil.example`, 'http://app.example.com', 'null'])
      expectFailure(await from(origin), 403, 'FORBIDDEN');
  });

  it('is REST alone: over tRPC the cookie is not read, alone or in a batch', async ({ service, user }) => {
    const { cookie } = await browse(service, user.username);
    const headers = { cookie };
    const alone = await service.call('POST', '/trpc/auth.refresh', { headers, body: {} });
    expectTrpcFailure(alone, 404, 'NOT_FOUND');
    const { status, body } = await service.call('POST', '/trpc/users.setPreferences,auth.refresh?batch=1', {
      headers,
      token: user.token,
      body: { 0: {}, 1: {} },
    });
    expect([status, JSON.stringify(body)]).toEqual([404, expect.not.stringContaining('accessToken')]);
    expect(cookieOf(await renewal(service, headers)).value).toMatch(/^ey/);
  });
});

it('no form logs anybody in: what a form can send is not JSON', async ({ service, user }) => {
  const body = JSON.stringify({ username: user.username, password });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type, origin: 'https://evil.example' };
    for (const path of ['/auth', '/trpc/auth.login']) {
      const answer = await service.call('POST', path, { body, headers });
      expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 415, []]);
    }
  }
});

const preflight = (service: Service, origin: string) =>
  service.call('OPTIONS', '/users', {
    headers: {
      origin,
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
const allowed = ({ headers }: Answer) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('CORS', () => {
  it('is off unless origins are listed', async ({ service, user: { token } }) => {
    for (const origin of ['https://evil.example', friend, 'null', service.url]) {
      const asked = await preflight(service, origin);
      expectFailure(asked, 405, 'METHOD_NOT_ALLOWED');
      const answer = await service.call('GET', '/auth', { token, headers: { origin } });
      expect([answer.status, allowed(asked), allowed(answer)]).toEqual([200, [], []]);
    }
  });

  it('lets the listed origins in, with cookies, and asks for no token before', async ({ open }) => {
    const asked = await preflight(open, friend);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(friend);
    expect(asked.headers.get('access-control-allow-credentials')).toBe('true');
    expect(asked.headers.get('access-control-allow-methods')).toContain('DELETE');
    const answer = await open.call('GET', '/users', { headers: { origin: friend } });
    expectFailure(answer, 401, 'UNAUTHENTICATED');
    expect(answer.headers.get('access-control-allow-origin')).toBe(friend);
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
  });

  it.for([
    'https://evil.example',
    'null',
    `${friend}.evil.example`,
    `${friend}:8443`,
    'http://app.example.com',
    'https://APP.example.com',
    'https://app.example.com/',
    '*',
  ])('says nothing to %s', async (origin, { open }) => {
    const asked = await preflight(open, origin);
    const answer = await open.call('GET', '/users', { headers: { origin } });
    for (const { headers } of [asked, answer]) {
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('vary')?.toLowerCase()).toContain('origin');
    }
  });
});

const origin = 'https://staff.example.org';
const corsTest = test.extend('settings', { scope: 'file' }, { corsOrigins: [origin] });

corsTest.for<[string, string, Record<string, string>?]>([
  ['GET', '/bills'],
  ['GET', '/healthz'],
  ['GET', '/openapi.json'],
  ['GET', '/trpc/bills.list'],
  ['GET', '/nothing'],
  ['OPTIONS', '/bills', { origin, 'access-control-request-method': 'POST' }],
  ['GET', '/docs/'],
  ['GET', '/app/'],
])('%s %s carries the security headers', async ([method, path, sent = {}], { service }) => {
  const { headers } = await service.call(method, path, { headers: sent });
  for (const [name, value] of Object.entries(securityHeaders)) {
    // Pages have a policy of their own.
    if (name === 'content-security-policy') expect(headers.get(name)).toContain("default-src 'none'");
    else expect([name, headers.get(name)]).toEqual([name, value]);
  }
});
