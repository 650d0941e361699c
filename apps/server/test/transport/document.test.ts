import { readFile } from 'node:fs/promises';
import type { Operation } from '@daybook/facade';
import { runs } from '@daybook/testing/random';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callRest, procedure } from '../support/calls.ts';
import {
  document,
  documented,
  driftOf,
  type Fields,
  faultsOf,
  oneFault,
  operations,
  parameterFaults,
  valuesOf,
  variationsOf,
} from '../support/document.ts';
import { makeExampleRecords, prepareGiven } from '../support/example-records.ts';
import { type Service, startService } from '../support/service.ts';
import { test as base } from '../support/test.ts';
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

// Inputs made from the document alone, as a stranger would make them.
const it = base
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('send', { scope: 'file' }, ({ service, admin }) => async (operation: Operation, input: Fields) => {
    // Logging out ends the session of the one who sends it.
    const token = operation.id === 'auth.logout' ? await service.logIn('root') : admin.token;
    const answer = await callRest(service, procedure(operation.id), {
      ...(operation.meta.openapi?.protect !== false && { token }),
      input,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    expect(driftOf(documented(operation), answer)).toEqual([]);
    return answer;
  });

it.beforeAll(({ service, admin }) => makeExampleRecords(service, admin));

const settings = { numRuns: runs(20) };

const bodyOf = (operation: Operation) => documented(operation).requestBody?.content?.['application/json'];
const parametersOf = (operation: Operation) => documented(operation).parameters ?? [];

const requiredOf = (operation: Operation) =>
  parametersOf(operation).flatMap(({ name, required }) => (required ? [name] : []));

/** A segment of dots alone is no segment in an address (RFC 3986, section 5.2.4), and an empty one is another path. */
const isSegment = (value: unknown) => !/^(\.{1,2})?$/.test(String(value));

function parameterValues(operation: Operation): Arbitrary<Fields> {
  const entries = parametersOf(operation).map(({ name, required, schema, example }) => {
    const values = valuesOf(schema);
    const named = fc.oneof(
      { weight: 4, arbitrary: fc.constant(example) },
      { weight: 1, arbitrary: values.filter(isSegment) },
    );
    return [name, required ? named : values] as const;
  });
  const all = fc.record(Object.fromEntries(entries), { requiredKeys: requiredOf(operation) });
  if (!parametersOf(operation).some(({ name }) => name === 'updatedSince')) return all;
  // Chance makes no cursor, and updatedSince takes no filters beside it: most are sent without the two.
  return fc.oneof(
    { weight: 1, arbitrary: all },
    { weight: 2, arbitrary: all.map(({ updatedSince: _, cursor: __, ...others }) => others) },
  );
}

const named = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

/** Nobody can guess a password, a cookie, what an authenticator or a provider says, or a file of a database; and there is no passkey. */
const guarded = [
  'auth.login',
  'auth.refresh',
  'users.changePassword',
  'auth.addTotp',
  'auth.confirmTotp',
  'auth.makeRecoveryCodes',
  'auth.removeFactor',
  'auth.confirm',
  'auth.passkeyOptions',
  'auth.addPasskey',
  'auth.proofChallenge',
  'auth.passkeyLogIn',
  'auth.beginSso',
  'auth.ssoLogIn',
  'auth.beginLink',
  'auth.linkIdentity',
  'users.linkIdentity',
  'imports.transfer',
];

describe('valid inputs succeed, or fail as documented', () => {
  it.beforeEach(({ service, admin }) => makeExampleRecords(service, admin));

  it.for(named)('%s', async ([, operation], { service, admin, send }) => {
    await prepareGiven(service, admin, operation);
    const { schema, example } = bodyOf(operation) ?? {};
    const examples = Object.fromEntries(
      parametersOf(operation).flatMap(({ name, required, example }) => (required ? [[name, example]] : [])),
    );
    // Each optional parameter is sent at least once.
    const each = parametersOf(operation).flatMap(({ name, required, schema }) =>
      required ? [] : fc.sample(valuesOf(schema), 1).map((value) => ({ ...examples, [name]: value })),
    );
    const bodies: Arbitrary<unknown> =
      schema === undefined
        ? fc.constant({})
        : fc.oneof(valuesOf(schema), variationsOf(schema, example as Fields));
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(parameterValues(operation), bodies, async (parameters, body) => {
        statuses.add((await send(operation, { ...(body as Fields), ...parameters })).status);
      }),
      {
        numRuns: settings.numRuns + each.length,
        examples: [examples, ...each].map((one): [Fields, unknown] => [one, example ?? {}]),
      },
    );
    if (!guarded.includes(operation.id)) expect(statuses).toContain(200);
  });
});

const withBody = named.flatMap(([name, operation]) => {
  const body = bodyOf(operation);
  const faults = body && oneFault(body.schema);
  return faults ? [[name, operation, faults] as const] : [];
});

describe('one fault in the body is 400 and names the field', () => {
  it.for(withBody)('%s', async ([, operation, faults], { send }) => {
    const examples = Object.fromEntries(parametersOf(operation).map(({ name, example }) => [name, example]));
    await fc.assert(
      fc.asyncProperty(faults, async ({ body, field }) => {
        const answer = await send(operation, { ...body, ...examples });
        expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION']);
        const fields = answer.body.error.issues.map(({ path }: { path: string[] }) => path[0]);
        expect(fields).toContain(field);
      }),
      settings,
    );
  });
});

const withFaults = named.flatMap(([name, operation]) =>
  parametersOf(operation).flatMap((parameter) =>
    parameter.in === 'query'
      ? parameterFaults(parameter.schema).map(
          (text) => [name, parameter.name, text.slice(0, 8), operation, text] as const,
        )
      : [],
  ),
);

it.for(withFaults)('%s refuses %s=%s', async ([, parameter, , operation, text], { send }) => {
  const required = parametersOf(operation).filter((one) => one.required);
  const examples = Object.fromEntries(required.map(({ name, example }) => [name, example]));
  const answer = await send(operation, { ...examples, [parameter]: text });
  expect([answer.status, answer.body.error.issues?.[0]?.path]).toEqual([400, [parameter]]);
});
