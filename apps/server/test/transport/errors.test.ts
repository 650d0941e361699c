import { describe, expect } from 'vitest';
import { callRest, callTrpc, procedure } from '../support/calls.ts';
import { bodyOf } from '../support/samples/index.ts';
import { type Answer, type CallOptions, type Person, password, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import {
  deadPools,
  expectFailure,
  expectFailureHeaders,
  expectTrpcFailure,
  listenWith,
  openWire,
} from '../support/wire.ts';

type Send = (method: string, path: string, options?: CallOptions) => Promise<Answer>;
type People = Readonly<Record<'admin' | 'user', Person>>;

// docs/rules.md, section 2: one shape for every failure, whatever part of the service finds it.
const it = test
  .extend(
    'send',
    { scope: 'file' },
    ({ service, admin: { token } }): Send =>
      (method, path, options) =>
        service.call(method, path, { token, ...options }),
  )
  /** A connection to the service without its database. */
  .extend('withoutDatabase', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const pools = deadPools();
    const { url, close } = await listenWith(service, pools);
    const wire = openWire(url);
    onCleanup(async () => {
      wire.close();
      await close();
      await pools.close();
    });
    return wire;
  })
  /** A connection to the service with a defect where it makes and reads tokens. */
  .extend('defective', { scope: 'file' }, async ({ service }, { onCleanup }) => {
    const tokens = { ...service.tokens, sessionOf: fail, access: fail };
    const { url, close } = await listenWith(service, { tokens });
    const wire = openWire(url);
    onCleanup(async () => {
      wire.close();
      await close();
    });
    return wire;
  });

const logIn = (username: string) => (send: Send) =>
  send('POST', '/auth', { token: undefined, body: { username, password: 'not the password' } });
const large = ' '.repeat(1024 * 1024 + 1);
const text = { 'content-type': 'text/plain' };

describe('the one shape', () => {
  const post = (path: string, body: unknown) => (send: Send) => send('POST', path, { body });
  const get = (path: string) => (send: Send) => send('GET', path);
  const sources: [string, number, string, (send: Send, people: People) => Promise<Answer>][] = [
    ['the parser', 400, 'INVALID_JSON', post('/bills', '{"a":')],
    ['the kind of the body', 400, 'VALIDATION', post('/bills', '[]')],
    ['the fields', 400, 'VALIDATION', post('/bills', {})],
    ['a search', 400, 'INVALID_SEARCH', get('/users?search=(')],
    ['a reference', 400, 'UNKNOWN_REFERENCE', post('/logs', bodyOf('logs', { worker: unknownId }))],
    ['a query', 400, 'VALIDATION', get('/bills?limit=0')],
    ['a broken escape in the path', 400, 'VALIDATION', get('/users/%ff')],
    ['no token', 401, 'UNAUTHENTICATED', (send) => send('GET', '/users', { token: undefined })],
    ['a bad token', 401, 'UNAUTHENTICATED', (send) => send('GET', '/users', { token: 'x' })],
    ['a log-in', 401, 'INVALID_CREDENTIALS', logIn('nobody')],
    ['the role', 403, 'FORBIDDEN', (send, { user }) => send('GET', '/users', { token: user.token })],
    ['a path', 404, 'NOT_FOUND', get('/nothing')],
    ['a path below the reference', 404, 'NOT_FOUND', get('/docs/nothing')],
    ['a record', 404, 'NOT_FOUND', get(`/bills/${unknownId}`)],
    ['the method', 405, 'METHOD_NOT_ALLOWED', (send) => send('PATCH', '/bills')],
    ['a username', 409, 'USERNAME_TAKEN', post('/users', bodyOf('users', { username: 'ROOT' }))],
    ['oneself', 409, 'SELF_CHANGE', (send, { admin }) => send('DELETE', `/users/${admin.id}`)],
    ['the size', 413, 'PAYLOAD_TOO_LARGE', post('/bills', large)],
    [
      'the type',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      (send) => send('POST', '/bills', { body: 'x', headers: text }),
    ],
  ];

  it.for(sources)('%s: %i %s', async ([, status, code, request], { send, admin, user }) => {
    const answer = await request(send, { admin, user });
    expectFailure(answer, status, code);
    expectFailureHeaders(answer);
    expect(answer.headers.get('www-authenticate') !== null).toBe(status === 401);
    expect(answer.headers.get('allow') !== null).toBe(status === 405);
  });

  it('has issues only where fields are at fault, and then a message that names them', async ({ send }) => {
    const { body } = await send('POST', '/cheques', { body: { value: '1e5', dueDate: 'today' } });
    const fields = ['dueDate', 'payee', 'serial', 'value'];
    expect(body.error.issues.map(({ path }: { path: string[] }) => path[0]).sort()).toEqual(fields);
    for (const name of fields) expect(body.message).toContain(name);
    for (const path of ['/nothing', `/bills/${unknownId}`])
      expect((await send('GET', path)).body.error).not.toHaveProperty('issues');
  });

  it('keeps the client’s own request id where it is harmless', async ({ service }) => {
    for (const [sent, kept] of [
      ['abc-1.2_3', true],
      ['a b', false],
      ['x'.repeat(65), false],
      ['<script>', false],
      ['', false],
    ] as const) {
      const answer = await service.call('GET', '/nothing', { headers: { 'x-request-id': sent } });
      expectFailureHeaders(answer);
      expect(answer.body.error.requestId === sent, sent).toBe(kept);
    }
  });
});

describe('over tRPC', () => {
  const cases: [string, object | ((people: People) => object)][] = [
    ['bills.create', { value: '1e5' }],
    ['logs.create', { isAbsent: 'maybe' }],
    ['logs.create', bodyOf('logs', { worker: unknownId })],
    ['users.create', bodyOf('users', { username: 'ROOT' })],
    ['users.create', { firstName: '', password: 'short' }],
    ['users.list', { search: '(' }],
    ['users.get', { userID: unknownId }],
    ['users.remove', ({ admin }) => ({ userID: admin.id })],
    ['users.setRole', ({ user }) => ({ userID: user.id, role: 'root' })],
    ['users.setPreferences', {}],
    ['users.changePassword', { current: 'wrong', new: 'another password' }],
    ['bills.update', { billID: unknownId }],
    ['bills.update', { billID: unknownId, value: '1' }],
    ['auth.login', { username: 'nobody' }],
    ['auth.login', { username: 'nobody', password: 'wrong' }],
    ['auth.revokeSession', { sessionID: unknownId }],
  ];
  it.for(cases)(
    '%s fails with the same code, message and issues as over REST',
    async ([path, sent], { service, admin, user }) => {
      const input = typeof sent === 'function' ? sent({ admin, user }) : sent;
      const call = { token: admin.token, input: { ...input } };
      const rest = await callRest(service, procedure(path), call);
      const trpc = await callTrpc(service, procedure(path), call);
      expectFailure(rest, rest.status, rest.body.error?.code);
      expectTrpcFailure(trpc, rest.status, rest.body.error.code);
      expect(trpc.body.error.message).toBe(rest.body.message);
      expect(trpc.body.error.data.issues).toEqual(rest.body.error.issues);
    },
  );

  it('an unknown procedure: 404 NOT_FOUND', async ({ send }) => {
    expectTrpcFailure(await send('GET', '/trpc/nothing'), 404, 'NOT_FOUND');
  });

  const utf16 = { 'content-type': 'application/json; charset=utf-16' };
  const inexact = '{"date":"2024-01-01","value":99999999999999.994999}';
  const long = `"${'x'.repeat(1024 * 1024)}"`;
  it.for<[string, number, string, string, Record<string, string>?]>([
    ['a body too large', 413, 'PAYLOAD_TOO_LARGE', long],
    ['a body of another type', 415, 'UNSUPPORTED_MEDIA_TYPE', 'x', text],
    ['a broken body', 400, 'INVALID_JSON', '{"a":'],
    ['another character set', 415, 'UNSUPPORTED_MEDIA_TYPE', '{}', utf16],
    ['a number of too many digits', 400, 'VALIDATION', inexact],
    ['a body with NaN', 400, 'INVALID_JSON', '{"value": NaN}'],
  ])('%s: %i %s', async ([, status, code, body, headers = {}], { send, ask }) => {
    const answer = await send('POST', '/trpc/bills.create', { body, headers });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expectTrpcFailure(answer, status, code);
    expect(await ask('GET', '/bills')).toEqual([]);
  });
});

describe('too many log-ins', () => {
  it('is 429 with the seconds to wait, over REST and over tRPC', async ({ service, send }) => {
    const guess = logIn('guessed');
    for (let n = 0; n < 10; n++) expectFailure(await guess(send), 401, 'INVALID_CREDENTIALS');
    const rest = await guess(send);
    expectFailure(rest, 429, 'TOO_MANY_REQUESTS');
    expectFailureHeaders(rest);
    const input = { username: 'GUESSED', password: 'x' };
    const trpc = await callTrpc(service, procedure('auth.login'), { input });
    expectTrpcFailure(trpc, 429, 'TOO_MANY_REQUESTS');
    for (const { headers } of [rest, trpc]) expect(headers.get('retry-after')).toMatch(/^[1-9]\d{0,2}$/);
  });
});

const cause = 'Failed query: select password_hash from users\nparams: $argon2id$v=19 at /srv/daybook/x.ts:1';
const fail = () => Promise.reject(Object.assign(new Error(cause), { query: 'select', detail: 'secret' }));

// docs/rules.md, section 2: an outage is 503 and never 500; a defect is 500, and its cause is in the log alone.

const json = { 'content-type': 'application/json' };

describe('a database that is away', () => {
  it('is 503 with Retry-After, never 500, and the process stays alive', async ({
    admin: { token },
    withoutDatabase: wire,
  }) => {
    const answers = [
      await wire.send('GET', '/users', { token }),
      await wire.send('GET', `/bills/${unknownId}`, { token }),
      await wire.send('POST', '/auth', { headers: json, body: '{"username":"root","password":"x"}' }),
    ];
    for (const answer of answers) {
      expectFailure(answer, 503, 'UNAVAILABLE');
      expectFailureHeaders(answer);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    // A request without a token is refused without the database.
    expectFailure(await wire.send('GET', '/users'), 401, 'UNAUTHENTICATED');
    expect((await wire.send('GET', '/healthz')).status).toBe(200);
    expect((await wire.send('GET', '/readyz')).status).toBe(503);
  });

  it('is the same over tRPC', async ({ admin: { token }, withoutDatabase }) => {
    const answer = await withoutDatabase.send('GET', '/trpc/bills.list?input={}', { token });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expectTrpcFailure(answer, 503, 'UNAVAILABLE');
  });
});

describe('a defect', () => {
  const leak = /secret|select|argon/;

  it('is 500 with a fixed message: nothing of its cause leaves', async ({
    admin: { token },
    user: { username },
    defective: wire,
  }) => {
    const answers = [
      await wire.send('GET', '/users', { token }),
      await wire.send('POST', '/auth', { headers: json, body: JSON.stringify({ username, password }) }),
    ];
    for (const answer of answers) {
      expect(answer.text).not.toMatch(leak);
      expectFailure(answer, 500, 'INTERNAL');
      expectFailureHeaders(answer);
      expect(answer.body.message).toBe('Something went wrong on our side.');
    }
  });

  it('is the same over tRPC', async ({ admin: { token }, defective }) => {
    const answer = await defective.send('GET', '/trpc/bills.list?input={}', { token });
    expect(answer.text).not.toMatch(leak);
    expectTrpcFailure(answer, 500, 'INTERNAL');
  });
});
