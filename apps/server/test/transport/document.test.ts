import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { document, documented, faultsOf, operations } from '../support/document.ts';
import { type Service, startService } from '../support/service.ts';
import { parseRaw, sendRaw } from '../support/wire.ts';

test('openapi.json is what the procedures say', async () => {
  const committed = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  expect(
    document,
    'The interface changed: look at the difference, then renew it with npm run openapi',
  ).toEqual(committed);
});

describe.each(['', '/office'])('served at %j', (basePath) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ basePath, trustProxy: ['127.0.0.1'] });
  });
  afterAll(() => service.close());

  /** The answer to a request with these lines, as it comes. */
  const ask = async (lines: string, version = '1.1') => {
    const head = `GET ${basePath}/openapi.json HTTP/${version}`;
    const { text } = await sendRaw(service.url, `${head}\r\n${lines}Connection: close\r\n\r\n`);
    const { headers, body } = parseRaw(text);
    return { tag: headers.get('etag'), url: body?.servers?.[0].url };
  };

  test('it says where it is served, and nothing else differs', async () => {
    const { body, headers } = await service.call('GET', '/openapi.json');
    const { servers, ...rest } = body;
    expect(servers).toEqual([{ url: service.url, description: 'This service' }]);
    expect({ ...rest, servers: undefined }).toEqual({ ...document, servers: undefined });
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toBe('Host, X-Forwarded-Host, X-Forwarded-Proto, Accept-Encoding');
  });

  const forwarded = 'Host: inside\r\nX-Forwarded-Host: ';
  test.each([
    ['Host: daybook.example', 'http://daybook.example'],
    ['Host: daybook.example:8080', 'http://daybook.example:8080'],
    [`${forwarded}office.example\r\nX-Forwarded-Proto: https`, 'https://office.example'],
    ["Host: a'b$c", "http://a'b$c"],
    [`${forwarded}"}],"x":{"`, ''],
  ])('to %j', async (lines, origin) => {
    expect((await ask(`${lines}\r\n`)).url).toBe(origin + basePath || '/');
  });

  test('it has the path alone for who names no host', async () => {
    expect((await ask('', '1.0')).url).toBe(basePath || '/');
  });

  test('it has another tag at another host', async () => {
    const at = (host: string, more = '') => ask(`Host: ${host}\r\n${more}`);
    const [{ tag }, other, again] = [await at('one'), await at('two'), await at('one')];
    expect(again.tag).toBe(tag);
    expect(other.tag).not.toBe(tag);
    const condition = `If-None-Match: ${tag}\r\n`;
    expect((await at('one', condition)).url).toBeUndefined();
    expect((await at('two', condition)).url).toBe(`http://two${basePath}`);
  });
});

/** All patterns, wherever they stand. */
const patternsIn = (part: unknown): string[] =>
  part === null || typeof part !== 'object'
    ? []
    : Object.entries(part).flatMap(([name, value]) =>
        name === 'pattern' && typeof value === 'string' ? value : patternsIn(value),
      );

test.each([...new Set(patternsIn(document))])('the pattern %s needs no flag', (pattern) => {
  expect(pattern).not.toMatch(/\\[pP]\{/);
  for (const flags of ['', 'u']) expect(() => new RegExp(pattern, flags)).not.toThrow();
});

// Which ones docs/interface.md and docs/rules.md have is tested with the documents.
test('additions are marked', () => {
  for (const operation of operations)
    expect('x-addition' in documented(operation)).toBe(operation.meta.addition === true);
});

test.each(operations.map((operation) => [operation.id, documented(operation)] as const))(
  '%s: its examples fit its schemas, and its parameters are described',
  (_, { parameters = [], requestBody, responses }) => {
    for (const parameter of parameters) {
      expect(parameter).toHaveProperty('description');
      if (parameter.in === 'path') expect(parameter.example).toBeTypeOf('string');
      if (parameter.example !== undefined) expect(faultsOf(parameter.schema, parameter.example)).toEqual([]);
    }
    for (const part of [requestBody, responses['200']]) {
      if (!part) continue;
      const [file] = Object.entries(part.content ?? {}).flatMap(([type, one]) =>
        type === 'application/json' ? [] : [one],
      );
      // Bytes have no example.
      if (file && part !== requestBody) continue;
      const json = file
        ? { schema: { type: 'string', minLength: 1 }, example: file.example }
        : part.content?.['application/json'];
      const { schema = false, example } = json ?? {};
      expect(faultsOf(schema, example)).toEqual([]);
    }
  },
);
