import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies } from '../support/asking.ts';
import { expectFailure, expectSound } from '../support/failing.ts';
import { kinds, makeReferences, sampleOf } from '../support/records.ts';
import { type Person, type Service, startService } from '../support/service.ts';
import { openWire, type Wire, type WireAnswer } from '../support/wire.ts';

// Bodies that no client of good will sends. After each the next request is served.
let service: Service;
let admin: Person;
let ask: Ask;
let references: Awaited<ReturnType<typeof makeReferences>>;
let wire: Wire;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  ask = asker(service, admin);
  references = await makeReferences(ask);
});
afterAll(() => service.close());
beforeEach(() => {
  wire = openWire(service.url);
});
afterEach(() => wire.close());

const json = 'application/json';
const post = (body: string | Uint8Array, type: string | undefined = json, path = '/bills', headers = {}) =>
  wire.send('POST', path, {
    token: admin.token,
    body,
    headers: {
      ...(type && { 'content-type': type }),
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    },
  });

/** The next request gets its own answer, over the same connection unless the server said that it closes it. */
async function expectServing() {
  const next = await wire.send('GET', '/auth', { token: admin.token });
  expect(next.status).toBe(200);
  expect(next.body.data._id).toBe(admin.id);
}

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const bill = (more: string) => `{"date":"2024-01-01","value":"1"${more}}`;

describe('a body that is not JSON', () => {
  it.each([
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
  ])('%s', async (_, body) => {
    const answer = await post(body);
    expectSound(answer);
    expectFailure(answer, 400, 'INVALID_JSON');
    await expectServing();
  });

  it.each([
    ['a byte that begins nothing', [0xff]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate in bytes', [0xed, 0xa0, 0x80]],
    ['a character cut off', [0xe2, 0x82]],
  ])('is invalid UTF-8: %s', async (_, bytes) => {
    const body = Buffer.concat([
      Buffer.from('{"date":"2024-01-01","value":"1","description":"'),
      Buffer.from(bytes),
      Buffer.from('"}'),
    ]);
    expectFailure(await post(body), 400, 'INVALID_JSON');
    await expectServing();
  });
});

describe('a body that is no object', () => {
  it.each(['[]', '[1,2]', 'null', '5', '"x"', 'true', '[{"date":"2024-01-01","value":"1"}]'])(
    '%s',
    async (body) => {
      for (const [method, path] of [
        ['POST', '/bills'],
        ['PUT', `/users/${admin.id}`],
        ['POST', '/auth'],
      ] as const) {
        const answer = await wire.send(method, path, {
          token: admin.token,
          body,
          headers: { 'content-type': json },
        });
        expectSound(answer);
        expectFailure(answer, 400, 'VALIDATION');
      }
      await expectServing();
    },
  );

  it('is empty, which is no body: the fields that are missing are named', async () => {
    for (const type of [json, undefined, 'text/plain'])
      expect(expectFailure(await post('', type), 400, 'VALIDATION')).toEqual(['date', 'value']);
    await expectServing();
  });
});

describe('a body out of proportion', () => {
  const levels = (depth: number) => bill(`,"x":${nested('[', ']', depth - 1)}`);

  it('has at most 20 levels', async () => {
    expect((await post(levels(20))).status).toBe(200);
    for (const body of [
      levels(21),
      levels(50_000),
      bill(`,"x":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
    ])
      expectFailure(await post(body), 400, 'VALIDATION');
    expectFailure(await post(nested('[', ']', 50_000)), 400, 'VALIDATION');
    await expectServing();
  });

  it('has at most 1 MiB', async () => {
    const padded = (bytes: number) => bill(`,"x":"${'x'.repeat(bytes - bill(',"x":""').length)}"`);
    expect((await post(padded(1024 * 1024))).status).toBe(200);
    expectFailure(await post(padded(1024 * 1024 + 1)), 413, 'PAYLOAD_TOO_LARGE');
  });

  it('is too large without saying so before', async () => {
    const headers = { 'content-type': json, 'transfer-encoding': 'chunked' };
    const answer = await wire.send('POST', '/bills', {
      token: admin.token,
      headers,
      body: 'x'.repeat(1024 * 1024 + 1),
    });
    expectFailure(answer, 413, 'PAYLOAD_TOO_LARGE');
  });

  it('has many keys, or one very long', async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `"k${i}":${i}`).join();
    for (const more of [many, `"${'k'.repeat(500_000)}":1`, `"x":[${'1,'.repeat(200_000)}1]`])
      expect((await post(bill(`,${more}`))).status).toBe(200);
    await expectServing();
  });
});

describe('keys', () => {
  it('that come twice: the last one counts, as everywhere in JavaScript', async () => {
    const { body } = await post('{"date":"2024-01-01","value":"1","date":"2024-01-02","value":"2"}');
    expect(body.data).toMatchObject({ date: '2024-01-02', value: '2' });
    expect(await ask('GET', `/bills/${body.data._id}`)).toEqual(body.data);
  });

  it.each([
    ['__proto__', '"__proto__":{"polluted":1,"description":"p","extraNotes":"p"}'],
    ['__proto__ escaped', '"__pro\\u0074o__":{"polluted":1,"description":"p"}'],
    ['__proto__ one level down', '"x":{"__proto__":{"polluted":1}}'],
    ['constructor.prototype', '"constructor":{"prototype":{"polluted":1,"description":"p"}}'],
    ['constructor.prototype one level down', '"x":{"constructor":{"prototype":{"polluted":1}}}'],
    ['__proto__ null', '"__proto__":null'],
    ['what objects inherit', '"toString":"x","hasOwnProperty":"x","valueOf":1'],
  ])('%s pollute nothing, over REST and over tRPC', async (_, more) => {
    for (const path of ['/bills', '/trpc/bills.create']) {
      const answer = await post(bill(`,${more}`), json, path);
      expect([200, 400]).toContain(answer.status);
      const stored = answer.body.data ?? answer.body.result?.data;
      if (answer.status === 200)
        expect(stored).toMatchObject({ value: '1', description: '', extraNotes: '' });
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(await ask('POST', '/bills', bodies.bill())).toMatchObject({ description: '' });
    await expectServing();
  });
});

describe('text that cannot be stored', () => {
  it.each(kinds)('is refused in every field of %s by its name', async (kind) => {
    const { required, optional } = sampleOf[kind](references.worker, references.payee);
    const record = await ask('POST', `/${kind}`, required);
    const texts = Object.entries({ ...required, ...optional }).flatMap(([name, value]) =>
      typeof value === 'string' && !['worker', 'payee'].includes(name) ? [name] : [],
    );
    for (const name of texts)
      for (const bad of ['\\u0000', 'a\\u0000b', '\\ud800', 'a\\udc00b', '\\ude00\\ud83d']) {
        const whole = JSON.stringify({ ...required, ...optional, [name]: '@' }).replace('"@"', `"${bad}"`);
        expect(expectFailure(await post(whole, json, `/${kind}`), 400, 'VALIDATION'), name).toEqual([name]);
        const answer = await wire.send('PUT', `/${kind}/${record._id}`, {
          token: admin.token,
          headers: { 'content-type': json },
          body: `{"${name}":"${bad}"}`,
        });
        expect(expectFailure(answer, 400, 'VALIDATION'), name).toEqual([name]);
      }
    expect(await ask('GET', `/${kind}/${record._id}`)).toEqual(record);
    await expectServing();
  });

  it.each(['username', 'password'])('is refused in the %s of a log-in', async (name) => {
    for (const bad of ['\\u0000', '\\ud800']) {
      const whole = JSON.stringify({ username: 'ada', password: 'x', [name]: '@' }).replace('@', bad);
      expect(expectFailure(await post(whole, json, '/auth'), 400, 'VALIDATION')).toEqual([name]);
    }
  });
});

describe('a body of another type', () => {
  const refused = [
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'application/jsonx',
      'text/json',
    ],
    ...[
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/json;charset=latin1',
    ],
    ...['application/problem+json', 'nonsense', '/', '', 'application', 'text/plain; application/json'],
  ];
  it.each(refused)('%j is refused', async (type) => {
    const answer = await post(bill(''), type || 'x');
    expectSound(answer);
    expectFailure(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    await expectServing();
  });

  it('without any type is refused', async () => {
    expectFailure(await post(bill(''), ''), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([
    'application/json',
    'application/json; charset=UTF-8',
    'APPLICATION/JSON;charset="utf-8"',
    'application/json ; x=y',
  ])('%j is JSON', async (type) => expect((await post(bill(''), type)).status).toBe(200));

  const coded: [string, string, () => string | Uint8Array][] = [
    ['gzip', 'compressed', () => gzipSync(bill(''))],
    ['gzip', 'plain', () => bill('')],
    ['br', 'plain', () => bill('')],
    ['deflate, gzip', 'plain', () => bill('')],
  ];
  it.each(coded)('in the coding %s (%s) is refused', async (coding, _, body) => {
    const answer: WireAnswer = await post(body(), json, '/bills', { 'content-encoding': coding });
    expectFailure(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    expect(answer.headers.get('accept-encoding')).toBe('identity');
    await expectServing();
  });
});
