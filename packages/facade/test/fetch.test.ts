import { initTRPC, TRPCError } from '@trpc/server';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fetchHandler, type RestMeta } from '../src/fetch.ts';
import { build, router } from './notes.ts';

const handle = fetchHandler(router, {
  prefix: '/api',
  bodyLimit: 1000,
  context({ request, operation, headers, platform }) {
    headers.set('x-platform', String(platform));
    const name = request.headers.get('authorization');
    if (name === null && operation.meta.open !== true) throw new TRPCError({ code: 'UNAUTHORIZED' });
    return { name: name ?? 'nobody' };
  },
  success: (data) => ({ ok: true, data }),
});
const json = { authorization: 'ann', 'content-type': 'application/json' };
const send = (method: string, path: string, body?: string, headers: Record<string, string> = json) =>
  handle(
    new Request(`http://facade.test${path}`, { method, headers, ...(body !== undefined && { body }) }),
    'edge',
  );

test.each([
  ['GET', '/api/notes/newest', 200],
  ['GET', '/api/notes/J%C3%BCrgen%20M%2F%C3%BC/', 200],
  ['GET', '/api/notes/%E0%A4%A', 400],
  ['GET', '/api/notes//', 404],
  ['GET', '/api/notes/absent', 404],
  ['GET', '/api/notes/broken', 500],
  ['GET', '/notes/newest', 404],
  ['GET', '/api', 404],
  ['GET', '/api/Notes', 404],
  ['PATCH', '/api/notes', 405],
] as const)('%s %s → %i', async (method, path, status) => {
  const response = await send(method, path);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.text()).not.toContain('secret');
});

test('a path that only begins like the prefix is another one', async () => {
  const t = initTRPC.meta<RestMeta>().create();
  const about = t.procedure
    .meta({ openapi: { method: 'GET', path: '/' } })
    .output(z.string())
    .query(() => 'about');
  const own = fetchHandler(t.router({ about }), { prefix: '/api', context: () => ({}) });
  const statuses = ['/api', '/api/', '/apiary', '/other'].map(
    async (path) => (await own(new Request(`http://facade.test${path}`))).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404]);
});

test('a path parameter is decoded, a name goes before it', async () => {
  const { data } = (await (await send('GET', '/api/notes/J%C3%BCrgen%20M%2F%C3%BC')).json()) as {
    data: object;
  };
  expect(data).toMatchObject({ _id: 'Jürgen M/ü', title: 'A note' });
  expect(await (await send('GET', '/api/notes/newest')).json()).toMatchObject({ data: { title: 'Newest' } });
});

test('405 says what is allowed; HEAD is GET without a body', async () => {
  expect((await send('PATCH', '/api/notes')).headers.get('allow')).toBe('GET, HEAD, POST');
  const head = await send('HEAD', '/api/notes/newest');
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'application/json; charset=utf-8',
    '',
  ]);
  expect((await send('HEAD', '/api/notes/absent')).status).toBe(404);
});

test('credentials come before the body; the platform reaches the context', async () => {
  expect((await send('POST', '/api/notes', '{', { 'content-type': 'application/json' })).status).toBe(401);
  expect((await send('GET', '/api/notes/newest')).headers.get('x-platform')).toBe('edge');
});

describe('bodies are read as by Fastify', () => {
  test.each([
    ['application/json', '{"title":"a"}'],
    ['application/json; charset=utf-8', '{"title":"a"}'],
    ['application/json; charset=latin1', '{"title":"a"}'],
    ['application/json', '{'],
    ['application/json', '[]'],
    ['application/json', 'null'],
    ['application/json', ''],
    ['text/plain', 'a'],
    ['application/json', '{"title":"a","__proto__":{"x":1},"constructor":{"prototype":{}},"labels":[]}'],
    ['application/json', '{"title":"a","\\u005f_proto__":{"x":1}}'],
    ['application/json', `{"title":"${'a'.repeat(2000)}"}`],
    ['application/json', `${'['.repeat(30)}${']'.repeat(30)}`],
    ['application/json', '{"title":12345678901234567890}'],
    ['application/json', '\ufeff{"title":"a"}'],
  ])('%s %.60s', async (type, body) => {
    const app = await build({ bodyLimit: 1000 });
    const headers = { ...json, 'content-type': type };
    const theirs = await app.inject({ method: 'POST', url: '/notes', headers, payload: body });
    await app.close();
    const ours = await send('POST', '/api/notes', body, headers);
    expect(ours.status).toBe(theirs.statusCode);
    const answer = (await ours.json()) as { data?: object; code?: string };
    const { code, data } = theirs.json();
    expect(answer.data).toEqual(data);
    expect(answer.code).toBe(code);
  });
});

test('within Hono, beside its own routes', async () => {
  const hono = new Hono().get('/', (c) => c.text('home')).all('/api/*', (c) => handle(c.req.raw, 'hono'));
  expect(await (await hono.request('/')).text()).toBe('home');
  const newest = await hono.request('/api/notes/newest');
  expect([newest.status, newest.headers.get('x-platform')]).toEqual([200, 'hono']);
  const body = JSON.stringify({ title: 'a' });
  const made = await hono.request('/api/notes', { method: 'POST', headers: json, body });
  expect(await made.json()).toEqual({ ok: true, data: { title: 'a', by: 'ann' } });
});
