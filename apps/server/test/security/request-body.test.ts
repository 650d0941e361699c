import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { test } from '../support/test.ts';
import { expectFailure, expectSound, openWire } from '../support/wire.ts';

// Bodies that no client of good will sends. After each the next request is served.
const json = 'application/json';

const it = test
  .extend('wire', { scope: 'file' }, ({ service }, { onCleanup }) => {
    const wire = openWire(service.url);
    onCleanup(wire.close);
    return wire;
  })
  .extend(
    'post',
    { scope: 'file' },
    ({ wire, admin: { token } }) =>
      (body: string | Uint8Array, type = json, path = '/bills', headers = {}) =>
        wire.send('POST', path, {
          token,
          body,
          headers: {
            ...(type && { 'content-type': type }),
            'content-length': String(Buffer.byteLength(body)),
            ...headers,
          },
        }),
  )
  /** The next request gets its own answer, over the same connection unless the server said that it closes it. */
  .extend('expectServing', { scope: 'file' }, ({ wire, admin: { id, token } }) => async () => {
    const { status, body } = await wire.send('GET', '/auth', { token });
    expect([status, body.data?._id]).toEqual([200, id]);
  });

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const bill = (more = '') => `{"date":"2024-01-01","value":"1"${more}}`;

describe('a list that is too long', () => {
  it.for([
    ['/bills/bulk', 'create', '{}'],
    ['/bills/bulk', 'delete', '7'],
    ['/cheques/x/replacement', 'cheques', '{}'],
    ['/cheques/events', 'cheques', '7'],
    ['/closings', 'kinds', '7'],
    ['/tokens', 'scopes', '7'],
  ] as const)('of %s, %s, is one fault, whatever its items are', async ([path, field, item], { post }) => {
    const answer = await post(`{"${field}":[${item}${`,${item}`.repeat(1_000)}]}`, json, path);
    expect(expectFailure(answer, 400, 'VALIDATION').filter((name) => name.startsWith(field))).toEqual([
      field,
    ]);
  });
});

describe('a body that is not JSON', () => {
  it.for([
    ['truncated', '{"a":'],
    ['with a trailing comma', '{"date":"2024-01-01",}'],
    ['in single quotes', "{'date':'2024-01-01'}"],
    ['with NaN', bill(',"x":NaN')],
    ['with a comment', '{/* */}'],
    ['of brackets without an end', '['.repeat(50_000)],
    ['of braces without an end', '{"a":'.repeat(50_000)],
    ['of two values', '{}{}'],
    ['with a raw control character', '{"date":"\u0001"}'],
    ['with a raw NUL', '{"date":"\0"}'],
    ['with half an escape', '{"date":"\\u12"}'],
  ] as const)('%s', async ([, body], { post, expectServing }) => {
    const answer = await post(body);
    expectSound(answer);
    expectFailure(answer, 400, 'INVALID_JSON');
    expect(answer.body.message).toMatch(/line 1, column \d+|\d+ brackets/);
    await expectServing();
  });

  it.for<[string, number[]]>([
    ['a byte that begins nothing', [0xff]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate in bytes', [0xed, 0xa0, 0x80]],
    ['a character cut off', [0xe2, 0x82]],
  ])('is invalid UTF-8: %s', async ([, bytes], { post, expectServing }) => {
    const [before = '', after = ''] = bill(',"description":"@"').split('@');
    const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
    expectFailure(await post(body), 400, 'INVALID_JSON');
    await expectServing();
  });
});

describe('a body that is no object', () => {
  it.for(['[]', '[1,2]', 'null', '5', '"x"', 'true', `[${bill()}]`])(
    '%s',
    async (body, { wire, admin: { id, token }, expectServing }) => {
      for (const [method, path] of [
        ['POST', '/bills'],
        ['PUT', `/users/${id}`],
        ['POST', '/auth'],
      ] as const) {
        const answer = await wire.send(method, path, { token, body, headers: { 'content-type': json } });
        expectSound(answer);
        expectFailure(answer, 400, 'VALIDATION');
      }
      await expectServing();
    },
  );

  it('is empty, which is no body: the fields that are missing are named', async ({ post, expectServing }) => {
    for (const type of [json, '', 'text/plain'])
      expect(expectFailure(await post('', type), 400, 'VALIDATION')).toEqual(['date', 'value']);
    await expectServing();
  });
});

describe('a body out of proportion', () => {
  it('has at most 20 levels', async ({ post, expectServing }) => {
    const levels = (depth: number) => bill(`,"x":${nested('[', ']', depth - 1)}`);
    expect((await post(levels(20))).status).toBe(200);
    for (const body of [
      levels(21),
      levels(50_000),
      bill(`,"x":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
      nested('[', ']', 50_000),
    ])
      expectFailure(await post(body), 400, 'VALIDATION');
    await expectServing();
  });

  it('has at most 1 MiB', async ({ post }) => {
    const padded = (bytes: number) => bill(`,"x":"${'x'.repeat(bytes - bill(',"x":""').length)}"`);
    expect((await post(padded(1024 * 1024))).status).toBe(200);
    expectFailure(await post(padded(1024 * 1024 + 1)), 413, 'PAYLOAD_TOO_LARGE');
  });

  it('is too large without saying so before', async ({ wire, admin: { token } }) => {
    const headers = { 'content-type': json, 'transfer-encoding': 'chunked' };
    const answer = await wire.send('POST', '/bills', { token, headers, body: 'x'.repeat(1024 * 1024 + 1) });
    expectFailure(answer, 413, 'PAYLOAD_TOO_LARGE');
  });

  it('has many keys, or one very long', async ({ post, expectServing }) => {
    const many = Array.from({ length: 20_000 }, (_, i) => `"k${i}":${i}`).join();
    for (const more of [many, `"${'k'.repeat(500_000)}":1`, `"x":[${'1,'.repeat(200_000)}1]`])
      expect((await post(bill(`,${more}`))).status).toBe(200);
    await expectServing();
  });
});

describe('keys', () => {
  it('that come twice: the last one counts, as everywhere in JavaScript', async ({ post, ask }) => {
    const { body } = await post('{"date":"2024-01-01","value":"1","date":"2024-01-02","value":"2"}');
    expect(body.data).toMatchObject({ date: '2024-01-02', value: '2' });
    expect(await ask('GET', `/bills/${body.data._id}`)).toEqual(body.data);
  });

  it.for([
    ['__proto__', '"__proto__":{"polluted":1,"description":"p","extraNotes":"p"}'],
    ['__proto__ escaped', '"__pro\\u0074o__":{"polluted":1,"description":"p"}'],
    ['__proto__ one level down', '"x":{"__proto__":{"polluted":1}}'],
    ['constructor.prototype', '"constructor":{"prototype":{"polluted":1,"description":"p"}}'],
    ['constructor.prototype one level down', '"x":{"constructor":{"prototype":{"polluted":1}}}'],
    ['__proto__ null', '"__proto__":null'],
    ['what objects inherit', '"toString":"x","hasOwnProperty":"x","valueOf":1'],
  ] as const)(
    '%s pollute nothing, over REST and over tRPC',
    async ([, more], { post, make, expectServing }) => {
      for (const path of ['/bills', '/trpc/bills.create']) {
        const answer = await post(bill(`,${more}`), json, path);
        expect([200, 400]).toContain(answer.status);
        const stored = answer.body.data ?? answer.body.result?.data;
        if (answer.status === 200)
          expect(stored).toMatchObject({ value: '1', description: '', extraNotes: '' });
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(await make('bills')).toMatchObject({ description: '' });
      await expectServing();
    },
  );
});

describe('a body of another type', () => {
  it.for([
    ...['text/plain', 'text/json', 'application/x-www-form-urlencoded', 'application/xml'],
    ...['application/jsonx', 'application/problem+json', 'multipart/form-data; boundary=x'],
    ...['application/json; charset=utf-16', 'application/json;charset=latin1'],
    ...['nonsense', '/', 'x', 'application', 'text/plain; application/json'],
  ])('%j is refused', async (type, { post, expectServing }) => {
    const answer = await post(bill(), type);
    expectSound(answer);
    expectFailure(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    await expectServing();
  });

  it('without any type is refused', async ({ post }) => {
    expectFailure(await post(bill(), ''), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it.for([
    'application/json',
    'application/json; charset=UTF-8',
    'APPLICATION/JSON;charset="utf-8"',
    'application/json ; x=y',
  ])('%j is JSON', async (type, { post }) => {
    expect((await post(bill(), type)).status).toBe(200);
  });

  it.for([
    ['gzip', 'compressed', gzipSync(bill())],
    ['gzip', 'plain', bill()],
    ['br', 'plain', bill()],
    ['deflate, gzip', 'plain', bill()],
  ] as const)('in the coding %s (%s) is refused', async ([coding, , body], { post, expectServing }) => {
    const answer = await post(body, json, '/bills', { 'content-encoding': coding });
    expectFailure(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    expect(answer.headers.get('accept-encoding')).toBe('identity');
    await expectServing();
  });
});
