import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies } from '../support/asking.ts';
import { expectFailure } from '../support/failing.ts';
import { type Person, type Service, startService } from '../support/service.ts';
import { openWire, sendRaw } from '../support/wire.ts';

// Headers that some servers and frameworks believe, and those that every answer has to carry.
let service: Service;
let admin: Person;
let user: Person;
let ask: Ask;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  user = await service.person('User');
  ask = asker(service, admin);
});
afterAll(() => service.close());

describe('a header that names another method, path or person', () => {
  const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override'];

  it.each(overrides)('%s changes no method', async (name) => {
    const bill = await ask('POST', '/bills', bodies.bill());
    const headers = { [name]: 'DELETE' };
    const { token } = admin;
    expect((await service.call('GET', `/bills/${bill._id}`, { token, headers })).status).toBe(200);
    expect(
      (
        await service.call('PUT', `/bills/${bill._id}?_method=DELETE`, {
          token,
          headers,
          body: { value: '1' },
        })
      ).status,
    ).toBe(200);
    expectFailure(
      await service.call('POST', `/bills/${bill._id}`, { token, headers, body: { _method: 'DELETE' } }),
      405,
      'METHOD_NOT_ALLOWED',
    );
    const trpc = await service.call('POST', '/trpc/bills.get', {
      token,
      headers: { [name]: 'GET' },
      body: { billID: bill._id },
    });
    expect(trpc.status).toBe(405);
    expect(await ask('GET', `/bills/${bill._id}`)).toMatchObject({ value: '1' });
  });

  it.each(['x-original-url', 'x-rewrite-url', 'x-forwarded-uri', 'x-forwarded-path', 'x-forwarded-prefix'])(
    '%s leads nowhere',
    async (name) => {
      for (const target of ['/users', '/healthz']) {
        const headers = { [name]: target };
        expectFailure(await service.call('GET', '/nothing', { headers }), 404, 'NOT_FOUND');
        expectFailure(await service.call('GET', '/users', { headers }), 401, 'UNAUTHENTICATED');
        expectFailure(await service.call('GET', '/users', { headers, token: user.token }), 403, 'FORBIDDEN');
      }
    },
  );

  it('nor is anybody whom a proxy might name', async () => {
    const names = [
      'x-user-id',
      'x-user',
      'x-forwarded-user',
      'x-remote-user',
      'x-authenticated-userid',
      'x-role',
    ];
    const headers = Object.fromEntries(
      names.map((name) => [name, name === 'x-role' ? 'Administrator' : admin.id]),
    );
    expectFailure(await service.call('GET', '/auth', { headers }), 401, 'UNAUTHENTICATED');
    expectFailure(await service.call('GET', '/users', { headers, token: user.token }), 403, 'FORBIDDEN');
  });

  it('two Authorization headers are no way to two persons', async () => {
    const lines = [user.token, admin.token].map((token) => `Authorization: Bearer ${token}\r\n`).join('');
    const { text } = await sendRaw(
      service.url,
      `GET /users HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 40[013] /);
  });
});

describe('a condition or a range', () => {
  it('changes nothing of a read that needs a token', async () => {
    const bill = await ask('POST', '/bills', bodies.bill());
    const conditions: Record<string, string>[] = [
      { range: 'bytes=0-3' },
      { range: `bytes=${Array.from({ length: 500 }, (_, i) => `${i}-`).join()}` },
      { 'if-range': '"1"', range: 'bytes=0-0' },
      { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
      { 'if-unmodified-since': 'Fri, 01 Jan 1990 00:00:00 GMT' },
      { 'if-none-match': '*' },
      { 'if-none-match': '"1"' },
      { 'if-match': '"999"' },
    ];
    for (const headers of conditions) {
      const path = `/bills/${bill._id}`;
      const answer = await service.call('GET', path, { token: admin.token, headers });
      expect([headers, answer.status, answer.body.data]).toEqual([headers, 200, bill]);
      expectFailure(await service.call('GET', path, { headers }), 401, 'UNAUTHENTICATED');
      expectFailure(await service.call('GET', path, { headers, token: user.token }), 403, 'FORBIDDEN');
    }
  });

  it('of many ranges makes no file larger than it is', async () => {
    const { body } = await service.call('GET', '/app/');
    const [, script = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(String(body)) ?? [];
    const whole = await service.call('GET', `/app/${script}`);
    const ranges = Array.from({ length: 500 }, () => '0-').join();
    const answer = await service.call('GET', `/app/${script}`, { headers: { range: `bytes=${ranges}` } });
    expect([200, 206, 416]).toContain(answer.status);
    expect(String(answer.body).length).toBeLessThanOrEqual(String(whole.body).length);
  });
});

describe('a path that two readers may read differently', () => {
  const forms = [
    ...[
      '//users',
      '/./users',
      '/users/.',
      '/x/../users',
      '/users/..;/users',
      '/%75%73%65%72%73/',
      '/users%20',
    ],
    ...[
      '/users%2f',
      '/users%5c',
      '/users%09',
      '/users%0d%0a',
      '/users%00',
      '/users%3f',
      '/users%23',
      '/users%252f',
    ],
    ...[
      '/USERS',
      '/uſers',
      '/users;a=b',
      '/users,',
      '/users.json',
      '/users/%2e%2e/users',
      '/auth/..%2fusers',
    ],
  ];
  it.each(forms)('%s gives a User nothing that /users does not', async (path) => {
    const wire = openWire(service.url);
    for (const method of ['GET', 'POST', 'DELETE']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await wire.send(
        method,
        encodeURI(decodeURI(path.replaceAll('%', '%25'))).replaceAll('%25', '%'),
        {
          token: user.token,
          headers,
          ...(method === 'POST' && { body: '{}' }),
        },
      );
      expect([400, 403, 404, 405], `${method} ${path}`).toContain(answer.status);
    }
    wire.close();
  });
});

describe('every answer', () => {
  const places: [string, string, Record<string, string>?][] = [
    ['a page', '/app/'],
    ['the reference', '/docs/'],
    ['its script', '/docs/js/scalar.js'],
    ['a redirect', '/'],
    ['another', '/docs'],
    ['the document', '/openapi.json'],
    ['health', '/healthz'],
    ['readiness', '/readyz'],
    ['a record', '/auth'],
    ['tRPC', '/trpc/auth.me'],
    ['nothing', '/nothing'],
    ['a failure below the reference', '/docs/nothing'],
  ];
  it.each(places)('carries what browsers are told: %s', async (_, path) => {
    const { headers } = await service.call('GET', path, { token: admin.token });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(path === '/app/' ? /base-uri 'self'/ : /base-uri 'none'/);
    expect(policy.replace(/style-src[^;]*/, '')).not.toMatch(/unsafe-|\*|https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
  });

  it.each(['a%zz', '1.2.3.4.5', '99999999999', 'x:99999'])(
    'is none of 500 where Host names no host: %s',
    async (host) => {
      for (const [, path] of places) {
        const { text } = await sendRaw(
          service.url,
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        );
        expect(text).toMatch(/^HTTP\/1\.1 [234]/);
      }
    },
  );

  it('of a person’s data is kept nowhere', async () => {
    for (const path of ['/auth', '/users', '/trpc/auth.me', '/nothing', '/healthz'])
      expect((await service.call('GET', path, { token: admin.token })).headers.get('cache-control')).toBe(
        'no-store',
      );
  });

  it('the reference runs the scripts alone that it was sent with', async () => {
    const { headers, body } = await service.call('GET', '/docs/');
    const policy = headers.get('content-security-policy') ?? '';
    const inline = [...String(body).matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(([, text]) => text);
    expect(inline).toHaveLength(1);
    const bytes = new TextEncoder().encode(inline[0]);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("connect-src 'self'");
  });
});
