import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restPlugin } from '../src/index.ts';
import { router } from './features.ts';
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
