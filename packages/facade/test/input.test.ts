import { performance } from 'node:perf_hooks';
import type { TRPCError } from '@trpc/server';
import { type } from 'arktype';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../src/document.ts';
import { restPlugin } from '../src/index.ts';
import { documentOptions } from './document-options.ts';
import { at, t } from './features.ts';
import { build, router } from './notes.ts';

const headers = { authorization: 'ann' };
const json = { ...headers, 'content-type': 'application/json' };
let app: Awaited<ReturnType<typeof build>>;
beforeAll(async () => {
  app = await build();
});
afterAll(() => app.close());

type Payload = string | Buffer;
const post = (payload: Payload | undefined, more: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/notes', headers: { ...json, ...more }, ...(payload && { payload }) });
const code = async (payload: Payload, more?: Record<string, string>) => {
  const response = await post(payload, more);
  return `${response.statusCode} ${response.json().code}`;
};

describe('query', () => {
  const data = async (url: string) => (await app.inject({ url, headers })).json().data;

  test('values are passed as sent', async () => {
    expect(await data('/notes?search=')).toEqual({ search: '', sort: 'title' });
    expect(await data('/notes?search=a+b%20c&other=1')).toEqual({ search: 'a b c', sort: 'title' });
    expect(await data('/notes?label=a')).toMatchObject({ label: 'a' });
    expect(await data('/notes?label=a&label=b')).toMatchObject({ label: ['a', 'b'] });
    expect(await data('/notes?ids=a')).toMatchObject({ ids: ['a'] });
    expect(await data('/notes?limit=10')).toMatchObject({ limit: 10 });
  });

  test.each([
    'search=a&search=b',
    'limit=%20',
    'limit=',
    'limit=0x10',
    'limit=1e3',
    'limit=1&limit=2',
    'sort=x',
  ])('%s is refused', async (query) => {
    expect((await app.inject({ url: `/notes?${query}`, headers })).statusCode).toBe(400);
  });

  test('DELETE reads it too, and the path wins', async () => {
    const response = await app.inject({ method: 'DELETE', url: '/notes/a?why=old&noteID=b', headers });
    expect(response.json().data).toEqual({ noteID: 'a', why: 'old' });
  });

  test('POST does not', async () => {
    const url = '/notes?title=query';
    expect((await app.inject({ method: 'POST', url, headers: json, payload: '{}' })).statusCode).toBe(400);
  });
});

describe('body', () => {
  test('reaches the procedure; path parameters win; the context is passed', async () => {
    const url = '/notes/a';
    const payload = { noteID: 'b', title: 'x' };
    const put = await app.inject({ method: 'PUT', url, headers: json, payload });
    expect(put.json().data).toEqual({ noteID: 'a', title: 'x' });
    expect((await post('{"title":"x","unknown":1}')).json().data).toEqual({ title: 'x', by: 'ann' });
  });

  test.each(['[]', 'null', '5', '"x"', 'true', '[{"title":"x"}]'])('%s is no object', async (payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'INVALID_BODY',
      message: expect.stringContaining('must be a JSON object'),
    });
  });

  test.each(['{', '{"title":}', "{'title':1}", ' ', '\uFEFF', '{"title":"x"}}', 'NaN'])(
    '%j is not JSON',
    async (payload) => {
      expect(await code(payload)).toBe('400 INVALID_JSON');
    },
  );

  test('bytes that are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect(await code(bytes)).toBe('400 INVALID_JSON');
  });

  test('a byte order mark is skipped', async () => {
    expect((await post('\uFEFF{"title":"x"}')).statusCode).toBe(200);
  });

  test.each([json, headers, { ...headers, 'content-type': 'text/plain' }])(
    'none is an empty object: %o',
    async (sent) => {
      const response = await app.inject({ method: 'POST', url: '/notes', headers: sent });
      // The schema has looked at it: BAD_REQUEST of tRPC, nothing of HTTP.
      expect(`${response.statusCode} ${response.json().code}`).toBe('400 BAD_REQUEST');
      expect(response.json().message).toBeUndefined();
    },
  );

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON; charset=utf8; profile=x',
  ])('%s', async (type) => {
    expect((await post('{"title":"x"}', { 'content-type': type })).statusCode).toBe(200);
  });

  test.each([
    'application/json; charset=iso-8859-1',
    'application/json; charset="utf-16"',
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/jsonp',
    'garbage',
    '',
  ])('%j is refused', async (type) => {
    expect(await code('{"title":"x"}', { 'content-type': type })).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });

  test('compression is refused', async () => {
    const response = await post('{"title":"x"}', { 'content-encoding': 'gzip' });
    expect(response.statusCode).toBe(415);
    expect(response.headers['accept-encoding']).toBe('identity');
    expect((await post('{"title":"x"}', { 'content-encoding': 'identity' })).statusCode).toBe(200);
  });

  test('the size limit', async () => {
    const small = await build({ bodyLimit: 100 });
    for (const url of ['/notes', '/notes/a/archive']) {
      const payload = JSON.stringify({ title: 'x'.repeat(100) });
      const response = await small.inject({ method: 'POST', url, headers: json, payload });
      expect(response.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      expect(response.statusCode).toBe(413);
    }
  });
});

describe('hostile bodies', () => {
  const nested = (levels: number) => `{"title":"x","body":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const put = (payload: string) => app.inject({ method: 'PUT', url: '/notes/a', headers: json, payload });

  test('at most 20 levels', async () => {
    expect((await put(nested(19))).statusCode).toBe(200);
    expect((await put(nested(20))).json()).toMatchObject({
      code: 'INVALID_BODY',
      message: expect.stringContaining('20 levels'),
    });
  });

  test.each([
    ['brackets', nested(50_000)],
    ['objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['objects with __proto__', `${'{"__proto__":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['unclosed brackets', '['.repeat(50_000)],
  ])('50 000 nested %s', async (_kind, payload) => {
    const started = performance.now();
    expect((await put(payload)).statusCode).toBe(400);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('prototypes stay clean', async () => {
    const payload =
      '{"title":"x","__proto__":{"pinned":true},"constructor":{"prototype":{"evil":1}},"body":{"__proto__":{"evil":1}}}';
    const response = await put(payload);
    expect(response.json().data).toEqual({ noteID: 'a', title: 'x', body: {} });
    expect(response.body).not.toContain('__proto__');
    expect(({} as { evil?: number }).evil).toBeUndefined();
  });
});

describe('operations without a body ignore one', () => {
  test.each([
    ['application/json', '{broken'],
    ['application/json', ''],
    ['application/json', '[]'],
    ['text/plain', 'hello'],
    ['application/octet-stream', '\0'],
    ['application/json; charset=utf-16', '{}'],
    ['garbage', 'x'],
    ['', 'x'],
  ])('%s %j', async (type, payload) => {
    const sent = { ...headers, 'content-type': type };
    for (const [method, url] of [
      ['POST', '/notes/a/archive'],
      ['DELETE', '/notes/a'],
      ['GET', '/notes/a'],
    ] as const) {
      expect((await app.inject({ method, url, headers: sent, payload })).statusCode).toBe(200);
    }
  });
});

test('REST and the document do not change how schemas behave over tRPC', async () => {
  const caller = router.createCaller({ name: 'ann' });
  const answers = () =>
    Promise.all(
      [
        () => caller.notes.create({ title: null as never }),
        () => caller.notes.create({ title: 5 as never }),
        () => caller.notes.create({ title: 'x', pinned: 'false' }),
        () => caller.notes.create({ title: 'x', pinned: 0 as never }),
        () => caller.notes.create({ title: 'x', pinned: null as never }),
        () => caller.notes.list({ limit: 5 as never }),
        () => caller.notes.settings({ settings: { size: '5' as never } }),
      ].map((call) => call().catch((error: TRPCError) => error.message)),
    );
  const before = await answers();
  const bodies = [{ title: null }, { title: 5 }, { title: 'x', pinned: 0 }, { title: 'x', pinned: 'false' }];
  for (const payload of bodies) {
    await app.inject({ method: 'POST', url: '/notes', headers: json, payload });
  }
  await app.inject({ url: '/notes?limit=5', headers });
  const url = '/settings';
  const settings = { settings: { size: '5' } };
  expect((await app.inject({ method: 'PATCH', url, headers: json, payload: settings })).statusCode).toBe(400);
  openApiDocument(router, documentOptions);
  expect(await answers()).toEqual(before);
  expect(before[2]).toEqual({ title: 'x', pinned: false, by: 'ann' });
});

const Wanted = type({ name: 'string>2', size: 'number.integer', 'tags?': 'string[]' });
const things = t.router({
  make: at({ method: 'POST', path: '/things/{name}' })
    .input(Wanted)
    .output(z.record(z.string(), z.unknown()))
    .mutation(({ input }) => input),
  find: at({ method: 'GET', path: '/things', fields: { size: { read: 'number' } } })
    .input(Wanted.omit('name'))
    .output(z.record(z.string(), z.unknown()))
    .query(({ input }) => input),
});

test('another library validates the input', async () => {
  const app = Fastify();
  await app.register(restPlugin(things, { context: () => ({}) }));
  const make = async (name: string, payload: object) => {
    const response = await app.inject({ method: 'POST', url: `/things/${name}`, payload });
    return [response.statusCode, response.json()];
  };
  expect(await make('paper', { size: 2 })).toEqual([200, { name: 'paper', size: 2 }]);
  expect(await make('paper', { size: 1.5 })).toMatchObject([
    400,
    { message: expect.stringContaining('size') },
  ]);
  expect(await make('x', { size: 2 })).toMatchObject([400, { message: expect.stringContaining('name') }]);
  const found = await app.inject({ url: '/things?size=3&tags=a' });
  expect(found.json()).toEqual({ size: 3, tags: ['a'] });
  expect((await app.inject({ url: '/things?size=x' })).statusCode).toBe(400);
  await app.close();
});

test('it is documented as it describes itself', () => {
  const { paths } = openApiDocument(things, { info: { title: 'Things', version: '1' } });
  expect(paths?.['/things/{name}']?.post?.parameters).toMatchObject([
    { in: 'path', name: 'name', required: true, schema: { type: 'string', minLength: 3 } },
  ]);
  expect(paths?.['/things/{name}']?.post?.requestBody).toMatchObject({
    content: {
      'application/json': { schema: { required: ['size'], properties: { size: { type: 'integer' } } } },
    },
  });
  expect(paths?.['/things']?.get?.parameters).toMatchObject([
    { in: 'query', name: 'size', required: true, schema: { type: 'integer' } },
    { in: 'query', name: 'tags', schema: { type: 'array', items: { type: 'string' } } },
  ]);
});
