import { initTRPC } from '@trpc/server';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type RestMeta, restPlugin } from '../src/index.ts';
import { serialize } from '../src/serialize.ts';
import { ended, router } from './features.ts';
import { failure } from './notes.ts';
import { adapters, type Service } from './support/adapters.ts';

describe.each(adapters)('%s', (_name, start) => {
  let service: Service;
  beforeAll(async () => {
    service = await start(router, { success: (data) => ({ data }) });
  });
  afterAll(() => service.close());

  const call = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method, headers: { ...type, ...headers }, redirect: 'manual' as const };
    return service.send(path, body === undefined ? init : { ...init, body });
  };

  test('several statuses, with a header and a part of the output each', async () => {
    await call('DELETE', '/items/a');
    const made = await call('PUT', '/items/a', {}, '{"name":"Paper"}');
    expect([made.status, made.headers.get('location')]).toEqual([201, '/items/a']);
    expect(await made.json()).toEqual({ data: { id: 'a', name: 'Paper' } });
    const changed = await call('PUT', '/items/a', {}, '{"name":"Pens"}');
    expect([changed.status, changed.headers.get('location')]).toEqual([200, null]);
    expect(await changed.json()).toEqual({ data: { id: 'a', name: 'Pens' } });
  });

  test('204 has no body and no type', async () => {
    await call('PUT', '/items/gone', {}, '{"name":"Paper"}');
    const gone = await call('DELETE', '/items/gone');
    expect([gone.status, gone.headers.get('content-type'), await gone.text()]).toEqual([204, null, '']);
    expect((await call('DELETE', '/items/gone')).status).toBe(404);
  });

  test('a redirection', async () => {
    const moved = await call('GET', '/moved');
    expect([moved.status, moved.headers.get('location'), await moved.text()]).toEqual([302, '/items', '']);
  });

  test('a status or header that is not declared is a defect', async () => {
    const wrong = await call('GET', '/wrong');
    expect(wrong.status).toBe(500);
    expect(wrong.headers.get('x-other')).toBeNull();
  });

  test.each([
    [undefined, 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/csv', 'text/csv; charset=utf-8'],
    ['text/*;q=0.5, application/json;q=0.1', 'text/csv; charset=utf-8'],
    ['text/csv;q=0, */*', 'application/json; charset=utf-8'],
    ['image/png', 'application/json; charset=utf-8'],
    ['application/x-ndjson', 'application/x-ndjson'],
    ['text/csv;q=x', 'application/json; charset=utf-8'],
  ])('Accept: %s is answered as %s', async (accept, type) => {
    const list = await call('GET', '/items', accept === undefined ? {} : { accept });
    expect(list.headers.get('content-type')).toBe(type);
    expect(list.headers.get('vary')).toBe('accept');
    const text = await list.text();
    if (type.startsWith('text/csv')) expect(text).toBe('1,Paper\r\n2,Ünit\r\n');
    else if (type.endsWith('ndjson'))
      expect(text).toBe('{"id":"1","name":"Paper"}\n{"id":"2","name":"Ünit"}\n');
    else expect(JSON.parse(text).data).toHaveLength(2);
  });

  test('HEAD of another media type', async () => {
    const head = await call('HEAD', '/items', { accept: 'text/csv' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '',
    ]);
  });

  test('bytes', async () => {
    const file = await call('GET', '/file', { accept: 'application/json' });
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array([0, 255, 10]));
  });

  test('dates and bigints are text', async () => {
    expect(await (await call('GET', '/values')).json()).toEqual({
      data: { at: '1970-01-01T00:00:00.000Z', count: '1180591620717411303424', many: ['1'] },
    });
  });
});

test('Vary keeps what the application says', async () => {
  const app = Fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('vary', 'origin');
  });
  await app.register(restPlugin(router, { context: () => ({}) }));
  expect((await app.inject('/items')).headers.vary).toBe('origin, accept');
  await app.close();
});

// Another form of an answer: a number in words, and in Roman figures.
const t = initTRPC.meta<RestMeta>().context<{ calls: number }>().create({ isDev: false });
const number = t.procedure
  .meta({ openapi: { method: 'GET', path: '/number' } })
  .input(z.object({ plus: z.string().default('0') }))
  .output(z.object({ number: z.number() }))
  .query(({ input }) => {
    if (input.plus === 'x') throw new Error('no number');
    return { number: 1 + Number(input.plus) };
  });
const plain = t.procedure
  .meta({ openapi: { method: 'GET', path: '/plain' } })
  .output(z.null())
  .query(() => null);

let app: FastifyInstance;
let admitted = 0;
beforeAll(async () => {
  app = Fastify();
  await app.register(
    restPlugin(t.router({ number, plain }), {
      context: () => {
        admitted += 1;
        return { calls: admitted };
      },
      success: (data) => ({ ok: true, data }),
      failure,
      forms: ({ id }) =>
        id === 'number'
          ? [
              {
                mediaType: 'text/plain',
                answer: async (data, { reply, again, input }) => {
                  const next = await again({ ...input, plus: '5' });
                  return reply.type('text/plain').send(JSON.stringify([data, next]));
                },
              },
              {
                mediaType: 'text/x-roman',
                input: () => ({ plus: '1' }),
                answer: async (data, { reply }) =>
                  reply.type('text/x-roman').send('I'.repeat((data as { number: number }).number)),
              },
            ]
          : [],
    }),
  );
});
afterAll(() => app.close());

const ask = async (url: string, accept?: string) => {
  const response = await app.inject({ url, headers: { ...(accept !== undefined && { accept }) } });
  return { response, text: response.body };
};

test.each([
  [undefined, '{"ok":true,"data":{"number":1}}'],
  ['*/*', '{"ok":true,"data":{"number":1}}'],
  ['image/png', '{"ok":true,"data":{"number":1}}'],
  ['text/*', '[{"number":1},{"number":6}]'],
  ['text/plain', '[{"number":1},{"number":6}]'],
  ['text/plain;q=0.5, text/x-roman', 'II'],
  ['text/plain;q=0.5, */*', '{"ok":true,"data":{"number":1}}'],
])('Accept: %s', async (accept, expected) => {
  const { response, text } = await ask('/number', accept);
  expect(text).toBe(expected);
  expect(response.headers.vary).toBe('Accept');
});

test('a call more asks again who it is', async () => {
  const before = admitted;
  await ask('/number', 'text/plain');
  expect(admitted - before).toBe(2);
});

test('a failure is JSON', async () => {
  const { response } = await ask('/number?plus=x', 'text/plain');
  expect(response.statusCode).toBe(500);
  expect(response.json()).toMatchObject({ ok: false });
});

test('what has one form alone does not vary', async () => {
  const { response } = await ask('/plain', 'text/plain');
  expect(response.headers.vary).toBeUndefined();
  expect(response.json()).toEqual({ ok: true, data: null });
});

const written = async (body: unknown) => String(await serialize(body));

test('gives the same text as JSON.stringify', async () => {
  const item = fc.record({ id: fc.integer(), text: fc.string({ unit: 'binary' }) }, { requiredKeys: ['id'] });
  const list = fc.oneof(fc.array(item, { maxLength: 3 }), fc.array(item, { minLength: 101, maxLength: 260 }));
  const body = fc.record({
    success: fc.constant(true),
    data: list,
    next: fc.option(fc.string()),
    none: fc.constant(undefined),
  });
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      expect(await written(value)).toBe(JSON.stringify(value));
    }),
  );
});

test('also for a large list, while the event loop gets turns', async () => {
  const body = {
    data: Array.from({ length: 2000 }, (_, id) => ({ id, text: 'я"'.repeat(500) })),
    next: null,
  };
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  expect(await written(body)).toBe(JSON.stringify(body));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(1);
});

test('for values that are not objects, and lists at both ends', async () => {
  const long = Array.from({ length: 101 }, (_, n) => n);
  for (const value of [null, 5, 'x', [], long, { a: long }, { a: long, b: long }, { a: undefined, b: long }])
    expect(await written(value)).toBe(JSON.stringify(value));
});

describe.each(adapters)('%s', (_name, start) => {
  let service: Service;
  beforeAll(async () => {
    service = await start(router);
  });
  beforeEach(() => {
    ended.length = 0;
  });
  afterAll(() => service.close());

  test('events with their ids', async () => {
    const response = await service.send('/ticks');
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(await response.text()).toBe(': open\n\nid: 1\ndata: {"n":1}\n\nid: 2\ndata: {"n":2}\n\n');
    expect(ended).toContain('upTo 2, aborted false');
  });

  test('a client goes on where it was', async () => {
    const response = await service.send('/ticks?upTo=4', { headers: { 'last-event-id': '3' } });
    expect(await response.text()).toBe(': open\n\nid: 4\ndata: {"n":4}\n\n');
  });

  test('what is wrong before the first event has a status', async () => {
    const response = await service.send('/ticks?upTo=x');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: ['upTo'] }] });
  });

  test('what fails later is an event, without what it is not meant to tell', async () => {
    const text = await (await service.send('/ticks?upTo=5')).text();
    expect(text).toContain('data: {"n":5}\n\nevent: error\ndata: {"message":"Something went wrong"');
    expect(text).not.toContain('secret');
  });

  test('an event that is not as declared is not sent', async () => {
    const text = await (await service.send('/untrue')).text();
    expect(text).toBe(
      ': open\n\nevent: error\ndata: {"message":"Something went wrong","code":"INTERNAL_SERVER_ERROR"}\n\n',
    );
  });

  test('generators of a query and observables', async () => {
    expect(await (await service.send('/generated')).text()).toContain(
      'data: {"at":"1970-01-01T00:00:00.000Z","big":"5"}\n\n',
    );
    expect(await (await service.send('/observed')).text()).toContain('data: "one"\n\n');
  });

  test('the procedure ends when the client has gone', async () => {
    const controller = new AbortController();
    const response = await service.send('/ticks?upTo=7', { signal: controller.signal });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    while (!text.includes('"n":1}')) text += decoder.decode((await reader?.read())?.value);
    controller.abort();
    await expect.poll(() => ended).toContain('upTo 7, aborted true');
  });

  test('HEAD does not wait for the end', async () => {
    const response = await service.send('/ticks?upTo=7', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
  });
});

test('a host reads a file as it arrives, and sends one itself', async () => {
  const t = initTRPC.meta<RestMeta>().create();
  const files = t.router({
    add: t.procedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/files',
          summary: 'Add a file',
          body: 'file',
          bodyTypes: ['application/pdf', 'text/csv'],
        },
      })
      .input(z.object({ file: z.unknown() }))
      .output(z.object({ size: z.int() }))
      .mutation(({ input }) => ({ size: Number(input.file) })),
    get: t.procedure
      .meta({ openapi: { method: 'GET', path: '/files/{name}', summary: 'One file' } })
      .input(z.object({ name: z.string() }))
      .output(z.object({ name: z.string() }))
      .query(({ input }) => input),
  });
  const chunks: number[] = [];
  const app = Fastify();
  await app.register(
    restPlugin(files, {
      context: () => ({}),
      readFile: ({ id }) =>
        id === 'add'
          ? async (_request, body) => {
              let size = 0;
              for await (const chunk of body) {
                chunks.push(chunk.length);
                size += chunk.length;
              }
              return size;
            }
          : undefined,
      send: ({ id }) =>
        id === 'get'
          ? async (data, { reply }) =>
              reply.type('application/pdf').send(`%PDF ${(data as { name: string }).name}`)
          : undefined,
    }),
  );
  onTestFinished(() => app.close());
  const address = await app.listen({ port: 0 });
  const bytes = new Uint8Array(3_000_000);
  const add = (type: string, headers = {}) =>
    fetch(`${address}/files`, { method: 'POST', body: bytes, headers: { 'content-type': type, ...headers } });
  // Larger than the limit of a body that is read into memory.
  for (const type of ['application/pdf', 'text/csv'])
    expect(await (await add(type)).json()).toEqual({ size: bytes.length });
  expect(chunks.length).toBeGreaterThan(10);
  const other = await fetch(`${address}/files`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(other.status).toBe(415);
  expect((await add('application/pdf', { 'content-encoding': 'gzip' })).status).toBe(415);
  const sent = await fetch(`${address}/files/a`);
  expect([sent.headers.get('content-type'), await sent.text()]).toEqual(['application/pdf', '%PDF a']);
});
