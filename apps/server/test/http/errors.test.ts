import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodies, unknownId } from '../support/asking.ts';
import { deadPools, listenWith } from '../support/broken.ts';
import { expectFailure, expectTrpcFailure } from '../support/failing.ts';
import { callTrpc } from '../support/procedures.ts';
import { type Answer, type Person, type Service, startService } from '../support/service.ts';
import { openWire, parseRaw, sendRaw } from '../support/wire.ts';

// docs/rules.md, section 2: one shape for every failure, whatever part of the service finds it.
let service: Service;
let admin: Person;
let user: Person;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  user = await service.person('User');
});
afterAll(() => service.close());

/** What every answer of the application itself carries. */
function expectHeaders({ headers, body }: Answer) {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-request-id')).toBe(body.error.requestId);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('server')).toBeNull();
}

describe('the one shape', () => {
  const text = { 'content-type': 'text/plain' };
  const sources: [string, number, string, () => Promise<Answer>][] = [
    ['the parser', 400, 'INVALID_JSON', () => send('POST', '/bills', { body: '{"a":' })],
    ['the kind of the body', 400, 'VALIDATION', () => send('POST', '/bills', { body: '[]' })],
    ['the fields', 400, 'VALIDATION', () => send('POST', '/bills', { body: {} })],
    ['a search', 400, 'INVALID_SEARCH', () => send('GET', '/users?search=(')],
    ['a reference', 400, 'UNKNOWN_REFERENCE', () => send('POST', '/logs', { body: bodies.log(unknownId) })],
    ['a query', 400, 'VALIDATION', () => send('GET', '/bills?limit=0')],
    ['a broken escape in the path', 400, 'VALIDATION', () => send('GET', '/users/%ff')],
    ['no token', 401, 'UNAUTHENTICATED', () => service.call('GET', '/users')],
    ['a bad token', 401, 'UNAUTHENTICATED', () => service.call('GET', '/users', { token: 'x' })],
    ['a log-in', 401, 'INVALID_CREDENTIALS', () => logIn('nobody')],
    ['the role', 403, 'FORBIDDEN', () => service.call('GET', '/users', { token: user.token })],
    ['a path', 404, 'NOT_FOUND', () => send('GET', '/nothing')],
    ['a path below the reference', 404, 'NOT_FOUND', () => send('GET', '/docs/nothing')],
    ['a record', 404, 'NOT_FOUND', () => send('GET', `/bills/${unknownId}`)],
    ['the method', 405, 'METHOD_NOT_ALLOWED', () => send('PATCH', '/bills')],
    [
      'a username',
      409,
      'USERNAME_TAKEN',
      () => send('POST', '/users', { body: bodies.user({ username: 'ROOT' }) }),
    ],
    ['oneself', 409, 'SELF_CHANGE', () => send('DELETE', `/users/${admin.id}`)],
    [
      'the size',
      413,
      'PAYLOAD_TOO_LARGE',
      () => send('POST', '/bills', { body: ' '.repeat(1024 * 1024 + 1) }),
    ],
    ['the type', 415, 'UNSUPPORTED_MEDIA_TYPE', () => send('POST', '/bills', { body: 'x', headers: text })],
  ];
  const send = (method: string, path: string, options: object = {}) =>
    service.call(method, path, { token: admin.token, ...options });

  it.each(sources)('%s: %i %s', async (_, status, code, request) => {
    const answer = await request();
    expectFailure(answer, status, code);
    expectHeaders(answer);
    expect(answer.headers.get('www-authenticate') !== null).toBe(status === 401);
    expect(answer.headers.get('allow') !== null).toBe(status === 405);
  });

  it('has issues only where fields are at fault, and then a message that names them', async () => {
    const { body } = await send('POST', '/cheques', { body: { value: '1e5', dueDate: 'today' } });
    expect(body.error.issues.map(({ path }: { path: string[] }) => path[0]).sort()).toEqual([
      'dueDate',
      'payee',
      'serial',
      'value',
    ]);
    for (const name of ['dueDate', 'payee', 'serial', 'value']) expect(body.message).toContain(name);
    for (const path of ['/nothing', `/bills/${unknownId}`])
      expect((await send('GET', path)).body.error).not.toHaveProperty('issues');
  });

  it('keeps the client’s own request id where it is harmless', async () => {
    for (const [sent, kept] of [
      ['abc-1.2_3', true],
      ['a b', false],
      ['x'.repeat(65), false],
      ['<script>', false],
      ['', false],
    ] as const) {
      const answer = await service.call('GET', '/nothing', { headers: { 'x-request-id': sent } });
      expectHeaders(answer);
      expect(answer.body.error.requestId === sent, sent).toBe(kept);
    }
  });

  it('names the methods that there are', async () => {
    const answer = await send('PATCH', `/payees/${unknownId}`);
    expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, PUT');
    expect((await service.call('OPTIONS', '/auth')).headers.get('allow')).toBe('GET, HEAD, POST');
  });
});

const logIn = (username: string) =>
  service.call('POST', '/auth', { body: { username, password: 'not the password' } });

describe('too many log-ins', () => {
  it('is 429 with the seconds to wait, over REST and over tRPC', async () => {
    for (let n = 0; n < 10; n++) expectFailure(await logIn('guessed'), 401, 'INVALID_CREDENTIALS');
    const rest = await logIn('guessed');
    expectFailure(rest, 429, 'TOO_MANY_REQUESTS');
    expectHeaders(rest);
    const input = { username: 'GUESSED', password: 'x' };
    const trpc = await callTrpc(service, { path: 'auth.login', type: 'mutation' }, { input });
    expectTrpcFailure(trpc, 429, 'TOO_MANY_REQUESTS');
    for (const { headers } of [rest, trpc]) expect(headers.get('retry-after')).toMatch(/^[1-9]\d{0,2}$/);
  });
});

describe('what is refused before the application sees it', () => {
  const host = 'Host: x\r\n';

  it.each([
    ['an address of 20 KB', 414, 'URI_TOO_LONG', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
    [
      'a header of 20 KB',
      431,
      'HEADERS_TOO_LARGE',
      `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    ['no HTTP', 400, 'VALIDATION', 'hello\r\n\r\n'],
  ])('%s: %i %s', async (_, status, code, bytes) => {
    const answer = parseRaw((await sendRaw(service.url, bytes)).text);
    expectFailure(answer, status, code);
    expectHeaders(answer);
  });

  // What node answers by itself, without asking anybody.
  it.each([
    ['no host', `GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['an unknown expectation', `GET /healthz HTTP/1.1\r\n${host}Expect: x\r\nConnection: close\r\n\r\n`],
  ])('%s has the one shape too', async (_, bytes) => {
    const answer = parseRaw((await sendRaw(service.url, bytes)).text);
    if (answer.status !== 200) expectFailure(answer, 400, 'VALIDATION');
  });

  it('a body that never ends: 408', async () => {
    const { app, url, close } = await listenWith(service, {});
    app.server.headersTimeout = 50;
    app.server.requestTimeout = 100;
    const { port } = new URL(url);
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
      socket.write(
        `POST /auth HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{"a"`,
      );
    });
    await close();
    expectFailure(parseRaw(text), 408, 'REQUEST_TIMEOUT');
  });
});

describe('a database that is away', () => {
  it('is 503 with Retry-After, never 500, and the process stays alive', async () => {
    const pools = deadPools();
    const { url, close } = await listenWith(service, pools);
    const wire = openWire(url);
    const json = { 'content-type': 'application/json' };
    const answers = [
      await wire.send('GET', '/users', { token: admin.token }),
      await wire.send('GET', `/bills/${unknownId}`, { token: admin.token }),
      await wire.send('POST', '/auth', { headers: json, body: '{"username":"root","password":"x"}' }),
    ];
    for (const answer of answers) {
      expectFailure(answer, 503, 'UNAVAILABLE');
      expectHeaders(answer);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    // Who sends no token is told so without any database.
    expectFailure(await wire.send('GET', '/users'), 401, 'UNAUTHENTICATED');
    expect((await wire.send('GET', '/healthz')).status).toBe(200);
    expect((await wire.send('GET', '/readyz')).status).toBe(503);
    wire.close();
    await close();
    await pools.close();
  });

  it('is the same over tRPC', async () => {
    const pools = deadPools();
    const { url, close } = await listenWith(service, pools);
    const wire = openWire(url);
    const answer = await wire.send('GET', '/trpc/bills.list?input={}', { token: admin.token });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expectTrpcFailure(answer, 503, 'UNAVAILABLE');
    wire.close();
    await close();
    await pools.close();
  });
});

describe('a defect', () => {
  const cause =
    'Failed query: select password_hash from users\nparams: $argon2id$v=19 at /srv/daybook/x.ts:1';
  const fail = () => Promise.reject(Object.assign(new Error(cause), { query: 'select', detail: 'secret' }));

  it('is 500 with a fixed message: nothing of its cause leaves', async () => {
    const { url, close } = await listenWith(service, {
      tokens: { ...service.tokens, sessionOf: fail, access: fail },
    });
    const wire = openWire(url);
    const answers = [
      await wire.send('GET', '/users', { token: admin.token }),
      await wire.send('POST', '/auth', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: user.username, password: 'correct horse battery' }),
      }),
    ];
    for (const answer of answers) {
      expectFailure(answer, 500, 'INTERNAL');
      expectHeaders(answer);
      expect(answer.body.message).toBe('Something went wrong on our side.');
    }
    wire.close();
    await close();
  });

  it('is the same over tRPC', async () => {
    const { url, close } = await listenWith(service, { tokens: { ...service.tokens, sessionOf: fail } });
    const wire = openWire(url);
    const answer = await wire.send('GET', '/trpc/bills.list?input={}', { token: admin.token });
    expect(answer.text).not.toMatch(/secret|select|argon/);
    expectTrpcFailure(answer, 500, 'INTERNAL');
    wire.close();
    await close();
  });
});
