import { type AddressInfo, connect } from 'node:net';
import { initTRPC } from '@trpc/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  defaultFailure,
  HttpError,
  httpErrorOf,
  type RestMeta,
  restPlugin,
  serverOptions,
  setErrorHandlers,
} from '../src/index.ts';
import { build, failure, hooks, router } from './notes.ts';

const headers = { authorization: 'ann' };
const json = { ...headers, 'content-type': 'application/json' };
let app: FastifyInstance;
afterEach(() => app.close());

describe('in a request', () => {
  beforeEach(async () => {
    app = await build();
  });

  test.each([
    ['GET', '/notes/absent', undefined, 404, 'NOT_FOUND'],
    ['GET', '/notes/broken', undefined, 500, 'INTERNAL_SERVER_ERROR'],
    ['POST', '/notes', '{"title":""}', 400, 'BAD_REQUEST'],
    ['POST', '/notes', '{', 400, 'INVALID_JSON'],
    ['GET', '/unknown', undefined, 404, 'NOT_FOUND'],
    ['POST', '/notes/a', undefined, 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/count', undefined, 500, 'INTERNAL_SERVER_ERROR'],
    ['GET', '/slow', undefined, 503, 'UNAVAILABLE'],
  ] as const)('%s %s %s → %i', async (method, url, payload, status, code) => {
    const response = await app.inject({ method, url, headers: json, ...(payload && { payload }) });
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['x-failed']).toBe('yes');
    expect(response.json()).toMatchObject({ ok: false, code });
    expect(response.body).not.toContain('secret');
  });

  test('HEAD fails without a body', async () => {
    for (const [url, status] of [
      ['/notes/absent', 404],
      ['/unknown', 404],
      ['/count', 500],
    ] as const) {
      const response = await app.inject({ method: 'HEAD', url, headers });
      expect([response.statusCode, response.body]).toEqual([status, '']);
    }
  });

  test.each([
    ['POST', '/notes', 'application/json', '{'],
    ['POST', '/notes', 'text/plain', 'x'],
    ['POST', '/notes', 'application/json', '[]'],
    ['PUT', '/notes/a', 'application/json', JSON.stringify({ title: 'x'.repeat(2 ** 20) })],
  ] as const)('credentials come before the body: %s %s %s %.3s', async (method, url, type, payload) => {
    const response = await app.inject({ method, url, headers: { 'content-type': type }, payload });
    expect(response.statusCode).toBe(401);
  });

  test('a procedure without a result answers null', async () => {
    const response = await app.inject({ method: 'POST', url: '/notes/a/archive', headers });
    expect(response.json()).toEqual({ ok: true, data: null });
  });
});

test('a plugin without `setErrorHandlers` keeps the shape on its own routes', async () => {
  app = Fastify();
  await app.register(restPlugin(router, hooks));
  const response = await app.inject({ method: 'POST', url: '/notes', headers: json, payload: '{' });
  expect(response.json()).toMatchObject({ ok: false, code: 'INVALID_JSON' });
});

test('a crash in success() leaves through failure()', async () => {
  app = Fastify();
  const success = () => {
    throw new Error('secret');
  };
  await app.register(restPlugin(router, { ...hooks, success }));
  const response = await app.inject({ url: '/notes', headers });
  expect([response.statusCode, response.json()]).toEqual([500, { ok: false, code: 'INTERNAL_SERVER_ERROR' }]);
});

test('a signal is passed only where there is a handlerTimeout', async () => {
  const t = initTRPC.meta<RestMeta>().create();
  const signals = t.router({
    signal: t.procedure
      .meta({ openapi: { method: 'GET', path: '/signal' } })
      .output(z.boolean())
      .query(({ signal }) => signal !== undefined),
  });
  for (const handlerTimeout of [0, 1000]) {
    app = Fastify(handlerTimeout > 0 ? { handlerTimeout } : {});
    await app.register(restPlugin(signals, hooks));
    expect((await app.inject({ url: '/signal', headers })).json().data).toBe(handlerTimeout > 0);
  }
});

describe('at the socket', () => {
  beforeEach(async () => {
    app = await build({
      requestTimeout: 300,
      http: { headersTimeout: 200, connectionsCheckingInterval: 50 },
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
  });

  /** Writes text to the server and gives back what it said until it closed. */
  const talk = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo;
      let said = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.setEncoding('utf8');
      socket.on('data', (data) => {
        said += data;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(said));
    });

  test.each([
    ['half of the headers', 'GET /notes HTTP/1.1\r\nHost: x\r\n', 408, 'REQUEST_TIMEOUT'],
    [
      'half of a body',
      'POST /notes HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      408,
      'REQUEST_TIMEOUT',
    ],
    [
      'a long header',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['a long address', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'URI_TOO_LONG'],
    ['no HTTP', 'hello\r\n\r\n', 400, 'BAD_REQUEST'],
    ['an unknown method', 'BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'BAD_REQUEST'],
  ])('%s', async (_what, text, status, code) => {
    const [head = '', body = ''] = (await talk(text)).split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('content-type: application/json; charset=utf-8');
    expect(head).toContain('connection: close');
    expect(head).toContain('x-failed: yes');
    expect(JSON.parse(body)).toMatchObject({ ok: false, code });
  });

  test('a client that disconnects within its body does not affect others', async () => {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /notes HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\n');
    socket.write('Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.destroy();
    const response = await fetch(`http://127.0.0.1:${port}/notes/newest`);
    expect(response.status).toBe(200);
  });
});

describe('httpErrorOf', () => {
  beforeEach(() => {
    app = Fastify();
  });

  test('is undefined for other errors', () => {
    expect(httpErrorOf(new Error('x'))).toBeUndefined();
    expect(httpErrorOf('x')).toBeUndefined();
    // A database's lost connection is no fault of the client.
    expect(httpErrorOf(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).toBeUndefined();
    expect(
      httpErrorOf(Object.assign(new Error('x'), { code: 'FST_ERR_REP_ALREADY_SENT', statusCode: 500 })),
    ).toBeUndefined();
  });

  test('translates HTTP errors', () => {
    const error = new HttpError('NOT_FOUND', 'x');
    expect(httpErrorOf(error)).toBe(error);
    const fault = { code: 'FST_ERR_NEW', statusCode: 406 };
    expect(httpErrorOf(Object.assign(new Error('x'), fault))?.kind).toBe('BAD_REQUEST');
  });
});

test('the options and handlers work without the plugin', async () => {
  app = Fastify(serverOptions(failure));
  setErrorHandlers(app, failure);
  app.get('/boom', () => {
    throw new Error('secret');
  });
  expect((await app.inject('/boom')).json()).toEqual({ ok: false, code: 'INTERNAL_SERVER_ERROR' });
});

describe('of the context', () => {
  const t = initTRPC.meta<RestMeta>().context<{ user?: string }>().create({ isDev: false });
  const openapi = { method: 'GET', path: '/whoami', summary: 'The caller' } as const;
  const whoami = t.router({
    whoami: t.procedure
      .meta({ openapi })
      .output(z.string())
      .query(({ ctx }) => ctx.user ?? ''),
  });
  const answerOf = async (context: () => Promise<{ user: string }>) => {
    app = Fastify();
    const shown = (error: unknown) => ({ status: 418, headers: {}, body: { thrown: error } });
    await app.register(restPlugin(whoami, { context, failure: shown }));
    return (await app.inject('/whoami')).json();
  };
  const reject = (thrown: unknown) => () => Promise.reject(thrown);
  const fail = (thrown: unknown) => () => {
    throw thrown;
  };

  test.each([reject, fail])(
    'the formatter gets what was thrown, and nothing thrown is a failure, too',
    async (how) => {
      for (const thrown of [{ status: 401 }, 'no']) {
        expect(await answerOf(how(thrown))).toEqual({ thrown });
        await app.close();
      }
      expect(await answerOf(how(undefined))).toEqual({ thrown: {} });
    },
  );

  test('it may be a promise of another library', async () => {
    // biome-ignore lint/suspicious/noThenProperty: this is one
    const thenable = { then: (resolve: (context: unknown) => void) => resolve({ user: 'ann' }) };
    expect(await answerOf(() => thenable as unknown as Promise<{ user: string }>)).toBe('ann');
  });
});

test('errors of another copy of this package are recognised', async () => {
  vi.resetModules();
  const other = await import('../src/index.ts');
  expect(other.HttpError).not.toBe(HttpError);
  const error = new other.HttpError('METHOD_NOT_ALLOWED', 'Use GET', { headers: { allow: 'GET' } });
  expect(error).toBeInstanceOf(HttpError);
  expect(httpErrorOf(error)).toBe(error);
  expect(defaultFailure(error)).toEqual({
    status: 405,
    body: { message: 'Use GET', code: 'METHOD_NOT_ALLOWED' },
  });
  expect(new Error('x')).not.toBeInstanceOf(HttpError);
  expect(null).not.toBeInstanceOf(HttpError);
});

/** As another copy of @trpc/server has it. */
class TRPCError extends Error {
  override readonly name = 'TRPCError';
  readonly code: string;
  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

test('errors of another copy of tRPC are no defects', () => {
  expect(defaultFailure(new TRPCError('CONFLICT', 'Taken'))).toEqual({
    status: 409,
    body: { message: 'Taken', code: 'CONFLICT' },
  });
  const cause = Object.assign(new Error(), { issues: [{ path: [{ key: 'a' }, 0], message: 'Too short' }] });
  expect(defaultFailure(new TRPCError('BAD_REQUEST', '[…]', cause))).toMatchObject({
    status: 400,
    body: { message: 'The input is not valid', issues: [{ path: ['a', 0], message: 'Too short' }] },
  });
  const masked = { status: 500, body: { message: 'Something went wrong', code: 'INTERNAL_SERVER_ERROR' } };
  expect(defaultFailure(new TRPCError('INTERNAL_SERVER_ERROR', 'secret'))).toEqual(masked);
  expect(defaultFailure(new Error('secret'))).toEqual(masked);
});
