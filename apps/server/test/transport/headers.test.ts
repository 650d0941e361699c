import { operations, router } from '@daybook/api';
import { everyone } from '@daybook/domain';
import Fastify from 'fastify';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { apiDocument } from '../../src/http/document.ts';
import { deprecationHeaders } from '../../src/http/response-headers.ts';
import { rest } from '../../src/http/rest.ts';
import { test } from '../support/test.ts';
import { expectFailure, parseRaw, sendRaw } from '../support/wire.ts';

// Headers that some servers and frameworks believe, and those that every answer has to carry.
const it = test
  .extend('sendHead', { scope: 'file' }, async ({ service }) => {
    // Loaded when it is first asked for, which takes longer than a raw connection is waited for.
    await service.call('GET', '/docs/js/scalar.js');
    return async (target: string, lines: string) =>
      (await sendRaw(service.url, `GET ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)).text;
  })
  .extend('get', { scope: 'file' }, async ({ service, admin: { token } }, { onCleanup }) => {
    const app = Fastify();
    app.decorateRequest('callerId', undefined);
    app.decorateRequest('callerToken', undefined);
    app.decorateRequest('failureCode', undefined);
    app.decorateRequest('bulkhead', undefined);
    await app.register(rest(service.dependencies, notes));
    onCleanup(() => app.close());
    return async (url: string, authorization = `Bearer ${token}`) => {
      const { statusCode, headers } = await app.inject({ url, headers: { authorization } });
      return [statusCode, headers.deprecation, headers.sunset];
    };
  });

const places: [string, string][] = [
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

describe('a header that names another method, path or person', () => {
  it.for(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    '%s changes no method',
    async (name, { service, admin: { token }, ask, make }) => {
      const { _id } = await make('bills');
      const path = `/bills/${_id}`;
      const headers = { [name]: 'DELETE' };
      expect((await service.call('GET', path, { token, headers })).status).toBe(200);
      const changed = { token, headers, body: { value: '1' } };
      expect((await service.call('PUT', `${path}?_method=DELETE`, changed)).status).toBe(200);
      const posted = await service.call('POST', path, { token, headers, body: { _method: 'DELETE' } });
      expectFailure(posted, 405, 'METHOD_NOT_ALLOWED');
      const call = { token, headers: { [name]: 'GET' }, body: { billID: _id } };
      expect((await service.call('POST', '/trpc/bills.get', call)).status).toBe(405);
      expect(await ask('GET', path)).toMatchObject({ value: '1' });
    },
  );

  it.for(['x-original-url', 'x-rewrite-url', 'x-forwarded-uri', 'x-forwarded-path', 'x-forwarded-prefix'])(
    '%s leads nowhere',
    async (name, { service, user: { token } }) => {
      for (const target of ['/users', '/healthz']) {
        const headers = { [name]: target };
        expectFailure(await service.call('GET', '/nothing', { headers }), 404, 'NOT_FOUND');
        expectFailure(await service.call('GET', '/users', { headers }), 401, 'UNAUTHENTICATED');
        expectFailure(await service.call('GET', '/users', { headers, token }), 403, 'FORBIDDEN');
      }
    },
  );

  it('nor is anybody whom a proxy might name', async ({ service, admin, user: { token } }) => {
    const headers = {
      'x-user-id': admin.id,
      'x-user': admin.id,
      'x-forwarded-user': admin.id,
      'x-remote-user': admin.id,
      'x-authenticated-userid': admin.id,
      'x-role': 'Administrator',
    };
    expectFailure(await service.call('GET', '/auth', { headers }), 401, 'UNAUTHENTICATED');
    expectFailure(await service.call('GET', '/users', { headers, token }), 403, 'FORBIDDEN');
  });

  it('two Authorization headers are no way to two persons', async ({ admin, user, sendHead }) => {
    const lines = [user, admin].map(({ token }) => `Authorization: Bearer ${token}\r\n`);
    expect(await sendHead('/users', `Host: x\r\n${lines.join('')}`)).toMatch(/^HTTP\/1\.1 40[013] /);
  });
});

describe('a condition or a range', () => {
  it('changes nothing of a read that needs a token', async ({ service, admin, user, make }) => {
    const bill = await make('bills');
    const path = `/bills/${bill._id}`;
    const conditions: Record<string, string>[] = [
      { range: 'bytes=0-3' },
      { range: `bytes=${Array.from({ length: 500 }, (_, i) => `${i}-`).join()}` },
      { 'if-range': '"1"', range: 'bytes=0-0' },
      { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
      { 'if-unmodified-since': 'Fri, 01 Jan 1990 00:00:00 GMT' },
      { 'if-match': '"999"' },
    ];
    for (const headers of conditions) {
      const answer = await service.call('GET', path, { token: admin.token, headers });
      expect([headers, answer.status, answer.body.data]).toEqual([headers, 200, bill]);
    }
    for (const headers of [...conditions, { 'if-none-match': '*' }, { 'if-none-match': '"1"' }]) {
      expectFailure(await service.call('GET', path, { headers }), 401, 'UNAUTHENTICATED');
      expectFailure(await service.call('GET', path, { headers, token: user.token }), 403, 'FORBIDDEN');
    }
  });

  it('of many ranges makes no file larger than it is', async ({ service }) => {
    const { body } = await service.call('GET', '/app/');
    const [, script = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(String(body)) ?? [];
    const whole = await service.call('GET', `/app/${script}`);
    const ranges = Array.from({ length: 500 }, () => '0-').join();
    const answer = await service.call('GET', `/app/${script}`, { headers: { range: `bytes=${ranges}` } });
    expect([200, 206, 416]).toContain(answer.status);
    expect(String(answer.body).length).toBeLessThanOrEqual(String(whole.body).length);
  });
});

describe('the Host', () => {
  it.for([
    ['twice', 'Host: x\r\nHost: y\r\n'],
    ['twice the same', 'Host: x\r\nhost: x\r\n'],
    ['with a path', 'Host: x/../y\r\n'],
    ['with a user', 'Host: x@evil.example\r\n'],
    ['with a blank', 'Host: x y\r\n'],
    ['with a port that is none', 'Host: x:80a\r\n'],
    ['missing', ''],
  ] as const)('is refused %s', async ([, lines], { sendHead }) => {
    for (const path of ['/app', '/healthz'])
      expectFailure(parseRaw(await sendHead(path, lines)), 400, 'VALIDATION');
  });

  it.for(['x', 'daybook.example.org:8443', '127.0.0.1', '[::1]:3000', 'a_b', ''])(
    'may be %j',
    async (name, { sendHead }) => {
      const text = await sendHead('/healthz', `Host: ${name}\r\n`);
      expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200']);
    },
  );

  it.for(['/', '/app', '/docs', '/docs?x=1', '/app?next=//evil.example'])(
    'and what else names a host is in no redirect of %s',
    async (path, { sendHead }) => {
      for (const target of [path, `http://evil.example${path}`])
        for (const lines of [
          'Host: evil.example\r\n',
          'Host: x\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\n',
          'Host: x\r\nForwarded: host=evil.example\r\nX-Original-URL: /evil.example\r\n',
        ]) {
          const text = await sendHead(target, lines);
          expect(/^location: (.*)\r$/im.exec(text)?.[1], text.slice(0, 200)).toMatch(/^\/(app|docs)\/$/);
        }
    },
  );

  it.for(['a%zz', '1.2.3.4.5', '99999999999', 'x:99999'])(
    'that names no host is no 5xx: %s',
    async (name, { sendHead }) => {
      for (const [, path] of places)
        expect(await sendHead(path, `Host: ${name}\r\n`)).toMatch(/^HTTP\/1\.1 [234]/);
    },
  );
});

describe('every answer', () => {
  it.for(places)('carries the security headers: %s', async ([, path], { service, admin: { token } }) => {
    const { headers } = await service.call('GET', path, { token });
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

  it('of a person’s data is kept nowhere', async ({ service, admin: { token } }) => {
    for (const path of ['/auth', '/users', '/trpc/auth.me', '/nothing', '/healthz']) {
      const { headers } = await service.call('GET', path, { token });
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('the reference runs the scripts beside it alone', async ({ service }) => {
    const { headers, body } = await service.call('GET', '/docs/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(String(body)).not.toMatch(/<script[^>]*>[^<]|<[^>]+ on\w+=/);
  });
});

// Nothing is deprecated today: a router of its own shows what happens when something is to go.
const { operation } = operations({
  tag: { name: 'Notes', description: 'Notes' },
  bulkhead: 'others',
  tokens: 'never',
});
const note = (path: `/${string}`, deprecated?: { readonly since?: string; readonly sunset: string }) =>
  operation({
    rest: `GET ${path}`,
    access: everyone,
    summary: 'A note',
    description: 'One note.',
    example: { data: 'a note' },
    ...(deprecated && { deprecated }),
  })
    .input(z.object({ text: z.string().optional().meta({ description: 'A text' }) }))
    .output(z.string())
    .query(() => 'a note');
const notes = router({
  old: note('/old', { since: '2026-01-31', sunset: '2027-01-31' }),
  going: note('/going', { sunset: '2027-06-30' }),
  stays: note('/stays'),
});

const old = ['@1769817600', 'Sun, 31 Jan 2027 00:00:00 GMT'];

describe('what is to go', () => {
  it('says since when and until when, in failures too', async ({ get }) => {
    expect(await get('/old')).toEqual([200, ...old]);
    expect(await get('/old', 'Bearer nonsense')).toEqual([401, ...old]);
    expect(await get('/old?text=1&text=2')).toEqual([400, ...old]);
    expect(await get('/going')).toEqual([200, undefined, 'Wed, 30 Jun 2027 00:00:00 GMT']);
    expect(await get('/stays')).toEqual([200, undefined, undefined]);
  });

  it('is marked in the document, with its headers', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a part of the document
    const { paths, components } = apiDocument(notes) as any;
    const headersOf = (path: string) => {
      const { responses } = paths[path].get;
      const named = responses['401'].$ref.split('/').at(-1);
      return [responses['200'], components.responses[named]].map(({ headers }) =>
        Object.keys(headers).filter((name) => ['Deprecation', 'Sunset'].includes(name)),
      );
    };
    const marks = Object.keys(paths).map((path) => [path, paths[path].get.deprecated, ...headersOf(path)]);
    expect(marks).toEqual([
      ['/old', true, ['Deprecation', 'Sunset'], ['Deprecation', 'Sunset']],
      ['/going', true, ['Sunset'], ['Sunset']],
      ['/stays', undefined, [], []],
    ]);
  });

  it('names the earliest sunset of the operations in one batch', () => {
    const [later, sooner] = [
      { deprecated: { sunset: '2027-06-30' } },
      { deprecated: { sunset: '2027-01-31' } },
    ];
    expect(deprecationHeaders([{}, later, sooner])).toEqual({ sunset: old[1] });
    expect(deprecationHeaders([{}, {}])).toEqual({});
  });

  it('has days that there are', () => {
    for (const sunset of ['2027-02-30', 'soon', ''])
      expect(() => deprecationHeaders([{ deprecated: { sunset } }])).toThrow('no day');
  });
});
