import { type AnyTRPCProcedure, initTRPC, lazy } from '@trpc/server';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  operationsOf,
  type RestMeta,
  type RestOperation,
  restPlugin,
  serverOptions,
  setErrorHandlers,
} from '../src/index.ts';
import { build, failure, hooks, router, t } from './notes.ts';

const trpc = initTRPC.meta<RestMeta>().create();
const at = (openapi: RestOperation) => trpc.procedure.meta({ openapi });
const id = z.object({ id: z.string() });

test('what hooks see of an operation', () => {
  const operations = operationsOf(router);
  expect(operations.map((operation) => operation.id)).not.toContain('notes.whole');
  expect(operations.find((operation) => operation.id === 'notes.newest')).toMatchObject({
    type: 'query',
    method: 'GET',
    path: '/notes/newest',
    params: [],
    meta: { open: true, openapi: { summary: 'The newest note' } },
    input: undefined,
    readsBody: false,
  });
  const readers = operations.filter((operation) => operation.readsBody).map((operation) => operation.id);
  expect(readers).toEqual(['notes.create', 'notes.update', 'notes.settings']);
});

test('chained, wrapped and void inputs', () => {
  const post = at({ method: 'POST', path: '/a' }).output(z.void());
  const fieldsOf = (procedure: AnyTRPCProcedure) => {
    const [operation] = operationsOf(trpc.router({ a: procedure }));
    return operation?.input && Object.keys(operation.input.shape);
  };
  const nothing = () => undefined;
  expect(
    fieldsOf(
      post
        .input(id)
        .input(z.object({ b: z.string() }))
        .mutation(nothing),
    ),
  ).toEqual(['id', 'b']);
  expect(fieldsOf(post.input(id.optional()).mutation(nothing))).toEqual(['id']);
  expect(fieldsOf(post.input(z.preprocess((x) => x, id)).mutation(nothing))).toEqual(['id']);
  expect(fieldsOf(post.input(id.transform((x) => x.id)).mutation(nothing))).toEqual(['id']);
  expect(fieldsOf(post.input(z.void()).mutation(nothing))).toBeUndefined();
});

describe('refused at the start', () => {
  const get = at({ method: 'GET', path: '/a' }).output(z.string());
  const query = () => 'a';

  test.each([
    ['a lazy router', trpc.router({ slow: lazy(async () => trpc.router({})) }), /slow/],
    [
      'two of one route',
      trpc.router({ a: get.query(query), b: get.query(query) }),
      /b and a are both GET \/a/,
    ],
    [
      'two of one route under different names',
      trpc.router({
        a: at({ method: 'GET', path: '/{id}' }).input(id).output(z.string()).query(query),
        b: at({ method: 'GET', path: '/{x}' })
          .input(z.object({ x: z.string() }))
          .output(z.string())
          .query(query),
      }),
      /b and a are both/,
    ],
    [
      'two names for one path',
      trpc.router({
        a: at({ method: 'GET', path: '/{id}' }).input(id).output(z.string()).query(query),
        b: at({ method: 'PUT', path: '/{x}' })
          .input(z.object({ x: z.string() }))
          .output(z.string())
          .mutation(query),
      }),
      /b says \/\{x\} where a says \/\{id\}/,
    ],
    [
      'a parameter without a field',
      trpc.router({ a: at({ method: 'GET', path: '/a/{id}' }).output(z.string()).query(query) }),
      /^a \(GET \/a\/\{id\}\): its input has no field "id"/,
    ],
    ['a mutation by GET', trpc.router({ a: get.mutation(query) }), /^a .*GET is for queries/],
    [
      'a query by POST',
      trpc.router({ a: at({ method: 'POST', path: '/a' }).output(z.string()).query(query) }),
      /^a /,
    ],
    ['no output', trpc.router({ a: at({ method: 'GET', path: '/a' }).query(query) }), /^a .*output/],
    [
      'an input that is no object',
      trpc.router({ a: get.input(z.array(z.string())).query(query) }),
      /^a .*must be an object/,
    ],
    [
      'a half-segment',
      trpc.router({ a: at({ method: 'GET', path: '/a-{id}' }).input(id).output(z.string()).query(query) }),
      /^a .*path/,
    ],
    [
      'a hyphen in a name',
      trpc.router({ a: at({ method: 'GET', path: '/{a-b}' }).output(z.string()).query(query) }),
      /^a .*path/,
    ],
    [
      'a trailing slash',
      trpc.router({ a: at({ method: 'GET', path: '/a/' }).output(z.string()).query(query) }),
      /^a .*path/,
    ],
  ])('%s', (_what, wrong, message) => {
    expect(() => operationsOf(wrong)).toThrow(message);
    expect(() => restPlugin(wrong, hooks)).toThrow(message);
  });
});

const headers = { authorization: 'ann' };
let app: Awaited<ReturnType<typeof build>>;
beforeAll(async () => {
  app = await build();
});
afterAll(() => app.close());

const get = (url: string) => app.inject({ method: 'GET', url, headers });

describe('paths', () => {
  test.each([
    ['/notes/plain', 'plain'],
    ['/notes/a%2Fb', 'a/b'],
    ['/notes/J%C3%BCrgen%20M', 'Jürgen M'],
    ['/notes/100%25', '100%'],
    ['/notes/a:b;c', 'a:b;c'],
    ['/notes/Plain/', 'Plain'],
    ['/notes/newest', 'newest'],
    ['/notes/newest2', 'newest2'],
  ])('%s', async (url, id) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.json().data._id).toBe(id);
  });

  test('a parameter as long as node takes it', async () => {
    const id = 'x'.repeat(5000);
    expect((await get(`/notes/${id}`)).json().data._id).toBe(id);
  });

  test.each(['/Notes/plain', '/notes/a/b', '/notes//', '/notes//archive', '/unknown', '/'])(
    '%s is unknown',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ ok: false, code: 'NOT_FOUND' });
    },
  );

  test.each(['/notes/%E0%A4%A', '/notes/%', '/notes/%ff'])('%s is malformed', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['x-failed']).toBe('yes');
    expect(response.json()).toMatchObject({ ok: false, code: 'BAD_REQUEST' });
  });

  test.each([[['fixed', 'any']], [['any', 'fixed']]])(
    'static beats parametric, declared as %s',
    async (order) => {
      const procedures = {
        fixed: t.procedure
          .meta({ openapi: { method: 'GET', path: '/things/fixed' } })
          .output(z.string())
          .query(() => 'fixed'),
        any: t.procedure
          .meta({ openapi: { method: 'GET', path: '/things/{id}' } })
          .input(z.object({ id: z.string() }))
          .output(z.string())
          .query(({ input }) => `any ${input.id}`),
      };
      const entries = order.map((name) => [name, procedures[name as keyof typeof procedures]]);
      const things = Fastify(serverOptions(failure));
      await things.register(restPlugin(t.router(Object.fromEntries(entries)), hooks));
      expect((await things.inject({ url: '/things/fixed', headers })).json().data).toBe('fixed');
      expect((await things.inject({ url: '/things/other', headers })).json().data).toBe('any other');
    },
  );

  test('a prefix and the root path', async () => {
    const router = t.router({
      root: t.procedure
        .meta({ openapi: { method: 'GET', path: '/' } })
        .output(z.string())
        .query(() => 'root'),
    });
    const prefixed = Fastify(serverOptions(failure));
    setErrorHandlers(prefixed, failure);
    await prefixed.register(restPlugin(router, hooks), { prefix: '/api' });
    for (const url of ['/api', '/api/', '/api?x=1']) {
      expect((await prefixed.inject({ url, headers })).json()).toEqual({ ok: true, data: 'root' });
    }
    expect((await prefixed.inject({ url: '/', headers })).statusCode).toBe(404);
  });
});

describe('methods', () => {
  test.each([
    ['POST', '/notes/plain', 'DELETE, GET, HEAD, PUT'],
    ['PATCH', '/notes', 'GET, HEAD, POST'],
    ['HEAD', '/notes/x/archive', 'POST'],
    ['OPTIONS', '/notes/', 'GET, HEAD, POST'],
    ['PROPFIND', '/notes', 'GET, HEAD, POST'],
  ] as const)('%s %s', async (method, url, allow) => {
    const response = await app.inject({ method: method as 'GET', url, headers });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe(allow);
    if (method !== 'HEAD') expect(response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  });

  test('HEAD is GET without a body', async () => {
    const [wanted, head] = await Promise.all(
      (['GET', 'HEAD'] as const).map((method) => app.inject({ method, url: '/notes?search=x', headers })),
    );
    expect(head?.statusCode).toBe(200);
    expect(head?.body).toBe('');
    const { date: _, ...expected } = wanted?.headers ?? {};
    expect(head?.headers).toMatchObject(expected);
    expect(head?.headers.link).toContain('rel="next"');
  });

  test('HEAD asks for the same credentials', async () => {
    expect((await app.inject({ method: 'HEAD', url: '/notes' })).statusCode).toBe(401);
    expect((await app.inject({ method: 'HEAD', url: '/notes/newest' })).statusCode).toBe(200);
  });
});

describe('other routes of the application', () => {
  const mixed = async () => {
    const other = Fastify(serverOptions(failure));
    setErrorHandlers(other, failure);
    other.options('*', async () => 'preflight');
    other.get('/files/*', (_request, reply) => reply.callNotFound());
    other.post('/hook', async () => 'ok');
    await other.register(restPlugin(t.router({}), hooks));
    return other;
  };

  test('they are known to 405', async () => {
    const response = await (await mixed()).inject('/hook');
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('POST');
  });

  test.each(['/unknown', '/files/none'])('wildcards make no path known: %s', async (url) => {
    const other = await mixed();
    expect((await other.inject(url)).statusCode).toBe(404);
    expect((await other.inject({ method: 'POST', url })).statusCode).toBe(404);
  });

  test('an unknown path is unknown whatever its body', async () => {
    const payload = '{broken';
    const types = { 'content-type': 'application/json' };
    const unknown = await app.inject({ method: 'POST', url: '/unknown', headers: types, payload });
    expect(unknown.json()).toMatchObject({ code: 'NOT_FOUND' });
    const wrong = await app.inject({ method: 'PATCH', url: '/notes', headers: types, payload });
    expect(wrong.headers.allow).toBe('GET, HEAD, POST');
  });
});
