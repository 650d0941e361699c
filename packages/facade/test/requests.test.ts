import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { router } from './features.ts';
import { adapters, type Service } from './support/adapters.ts';

describe.each(adapters)('%s', (_name, start) => {
  let service: Service;
  beforeAll(async () => {
    service = await start(router);
  });
  afterAll(() => service.close());

  // biome-ignore lint/suspicious/noExplicitAny: JSON
  const call = async (path: string, init: RequestInit = {}): Promise<[number, any]> => {
    const response = await service.send(path, init);
    return [response.status, await response.json()];
  };
  const json = { 'content-type': 'application/json' };
  const usual = { page: 1, size: 10, tags: [] };

  describe('fields in the path, the query, headers and cookies', () => {
    test.each([
      ['?size=20', { size: 20 }],
      ['?size=1e1', { size: 10 }],
      ['?big=123456789012345678901234567890', { big: '123456789012345678901234567890n' }],
      ['?open=true', { open: true }],
      ['?open=false', { open: false }],
      ['?from-day=2026-02-28', { from: '2026-02-28T00:00:00.000Z' }],
      ['?from=2026-02-28', {}],
      ['?tags=a', { tags: ['a'] }],
      ['?tags=a&tags=b', { tags: ['a', 'b'] }],
      ['?tags=', { tags: [''] }],
      ['?ids=1', { ids: [1] }],
      ['?ids=1&ids=2', { ids: [1, 2] }],
      ['?sort=name,age', { sort: ['name', 'age'] }],
      ['?either=a', { either: 'a' }],
      ['?either=a&either=b', { either: ['a', 'b'] }],
      ['?ifMatch=x&session=y', {}],
    ])('%s', async (query, expected) => {
      expect(await call(`/placed/1${query}`)).toEqual([200, { ...usual, ...expected }]);
    });

    test.each([
      '?size=',
      '?size=0x10',
      '?size=%2010',
      '?size=12345678901234567890.1',
      '?size=1&size=2',
      '?open=TRUE',
      '?open=1',
      '?from-day=2026-02-31',
      '?from-day=yesterday',
      '?big=1.5',
      '?ids=1&ids=x',
      '?sort=name,colour',
    ])('%s is refused', async (query) => {
      expect(await call(`/placed/1${query}`)).toMatchObject([400, { code: 'BAD_REQUEST' }]);
    });

    test('a path parameter, headers, cookies', async () => {
      expect((await call('/placed/x'))[0]).toBe(400);
      const headers = {
        'if-match': '"3"',
        'x-languages': 'en, ar',
        cookie: 'a=b; session=%C3%BC; session=second; broken',
      };
      expect(await call('/placed/2', { headers })).toEqual([
        200,
        { ...usual, page: 2, ifMatch: '"3"', languages: ['en', 'ar'], session: 'ü' },
      ]);
    });
  });

  describe('bodies that are not one object', () => {
    const post = (path: string, body: string, method = 'POST') => call(path, { method, headers: json, body });
    test.each([
      ['/many', '[{"id":"1","name":"a"},{"id":"2","name":"b"}]', 200, { count: 2 }],
      ['/many', '[]', 200, { count: 0 }],
      ['/many', '{}', 400, { code: 'BAD_REQUEST' }],
      ['/many', '[{"id":1}]', 400, { issues: [{ path: [0, 'id'] }, { path: [0, 'name'] }] }],
      ['/pets', '{"kind":"cat","lives":9}', 200, { kind: 'cat', lives: 9 }],
      ['/pets', '{"kind":"dog","lives":9}', 400, {}],
      ['/pets', '[]', 400, { code: 'INVALID_BODY' }],
      ['/record', '{"a":1,"b":2}', 200, { a: 1, b: 2 }],
      ['/record', '{"a":"x"}', 400, {}],
    ])('%s %s → %i', async (path, body, status, expected) => {
      expect(await post(path, body)).toMatchObject([status, expected]);
    });

    test('one field is the body, the others are in the path and the query', async () => {
      expect(await post('/lists/a?dryRun=true', '["x"]', 'PUT')).toEqual([
        200,
        { id: 'a', dryRun: true, items: ['x'] },
      ]);
      expect((await post('/lists/a', '{"items":["x"]}', 'PUT'))[0]).toBe(400);
    });

    test('a union with a path parameter, and one in the query', async () => {
      const cat = { owner: 'ann', kind: 'cat', lives: 9 };
      expect(await post('/owners/ann/pet', '{"kind":"cat","lives":9,"owner":"bob"}', 'PUT')).toEqual([
        200,
        cat,
      ]);
      expect(await call('/find?id=1')).toEqual([200, { id: '1' }]);
      expect(await call('/find?name=a&place=b')).toEqual([200, { name: 'a', place: 'b' }]);
      expect((await call('/find?place=b'))[0]).toBe(400);
    });
  });

  describe('forms and files', () => {
    const png = new File(['12345'], 'a.png', { type: 'image/png' });
    const send = (
      path: string,
      body: FormData | URLSearchParams | string | Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = {},
      method = 'POST',
    ) => call(path, { method, body, headers });

    test('multipart', async () => {
      const form = new FormData();
      form.append('title', 'Ü');
      form.append('size', '5');
      form.append('photo', png);
      form.append('others', new File(['one'], '1.txt'));
      expect(await send('/upload', form)).toEqual([
        200,
        { title: 'Ü', size: 5, name: 'a.png', bytes: 5, texts: ['one'] },
      ]);
      form.append('others', new File(['two'], '2.txt'));
      expect((await send('/upload', form))[1].texts).toEqual(['one', 'two']);
      form.set('photo', new File(['x'], 'a.txt', { type: 'text/plain' }));
      expect(await send('/upload', form)).toMatchObject([400, { issues: [{ path: ['photo'] }] }]);
    });

    test('a file alone with a query, or in a form with the other fields', async () => {
      const bytes = new Uint8Array([0xff, 0xfe, 0x41]);
      const expected = [200, { title: 'a', type: 'text/csv', bytes: 3 }];
      expect(await send('/file?title=a', bytes, { 'content-type': 'text/csv' })).toEqual(expected);
      const form = new FormData();
      form.append('title', 'a');
      form.append('file', new File([bytes], 'a.csv', { type: 'text/csv' }));
      expect(await send('/file', form)).toEqual(expected);
      // What the query says holds.
      expect((await send('/file?title=b', form))[1].title).toBe('b');
      form.delete('file');
      expect(await send('/file', form)).toMatchObject([400, { issues: [{ path: ['file'] }] }]);
    });

    test('what is no multipart', async () => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      expect(await send('/upload', 'nothing', headers)).toMatchObject([400, { code: 'INVALID_BODY' }]);
      expect(await send('/upload', '{}', json)).toMatchObject([415, {}]);
      const proto = new FormData();
      proto.append('__proto__', 'x');
      expect((await send('/upload', proto))[0]).toBe(400);
    });

    test('a form in the address’s encoding, or JSON', async () => {
      const form = new URLSearchParams({ text: 'a b', count: '3', tags: 'x' });
      expect(await send('/form', form)).toEqual([200, { text: 'a b', count: 3, tags: ['x'] }]);
      expect(await send('/form', '{"text":"a","count":3}', json)).toEqual([200, { text: 'a', count: 3 }]);
      // JSON says what is a number and what is not.
      expect((await send('/form', '{"text":"a","count":"3"}', json))[0]).toBe(400);
      expect((await send('/form', '{"text":"a","count":3,"tags":"x"}', json))[0]).toBe(400);
    });

    test('text and bytes', async () => {
      expect(await send('/csv?separator=;', 'a;ü', { 'content-type': 'text/csv; charset=utf-8' })).toEqual([
        200,
        { cells: ['a', 'ü'] },
      ]);
      const invalid = new Uint8Array([0xff]);
      expect((await send('/csv', invalid, { 'content-type': 'text/csv' }))[0]).toBe(400);
      expect((await send('/csv', 'a', { 'content-type': 'text/csv; charset=latin1' }))[0]).toBe(415);
      expect(await send('/picture', invalid, { 'content-type': 'image/png' }, 'PUT')).toEqual([
        200,
        { type: 'image/png', bytes: 1 },
      ]);
      expect((await send('/picture', invalid, { 'content-type': 'image/jpeg' }, 'PUT'))[0]).toBe(415);
    });
  });

  test('limits of JSON can be others', async () => {
    const strict = await start(router, { jsonLimits: { depth: 1 } });
    const body = '[{"id":"1","name":"a"}]';
    const refused = await strict.send('/many', { method: 'POST', headers: json, body });
    expect(await refused.json()).toMatchObject({
      code: 'INVALID_BODY',
      message: 'The body may be nested at most 1 levels deep',
    });
    expect((await strict.send('/many', { method: 'POST', headers: json, body: '[]' })).status).toBe(200);
    await strict.close();
  });
});
