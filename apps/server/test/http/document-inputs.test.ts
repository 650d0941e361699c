import type { Operation } from '@daybook/facade';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documented, driftOf, operations } from '../support/document.ts';
import { makeExampleRecords } from '../support/example-records.ts';
import { type Fields, oneFault, parameterFaults, valuesOf, variationsOf } from '../support/schema-inputs.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// Inputs made from the document alone, as a stranger would make them.
let service: Service;
let admin: Person;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
  await makeExampleRecords(service, admin);
});
afterAll(() => service.close());

/** The same few inputs each time; FUZZ_RUNS=500 takes so many new ones for each operation. */
const { FUZZ_RUNS } = process.env;
const settings = FUZZ_RUNS ? { numRuns: Number(FUZZ_RUNS) } : { numRuns: 10, seed: 25 };

const bodyOf = (operation: Operation) => documented(operation).requestBody?.content?.['application/json'];
const parametersOf = (operation: Operation) => documented(operation).parameters ?? [];

/** A segment of dots alone is no segment in an address (RFC 3986, section 5.2.4), and an empty one is another path. */
const isSegment = (value: unknown) => !/^(\.{1,2})?$/.test(String(value));

function parameterValues(operation: Operation): Arbitrary<Fields> {
  const entries = parametersOf(operation).map(({ name, in: place, schema, example }) => {
    const values = valuesOf(schema);
    const named = fc.oneof(
      { weight: 4, arbitrary: fc.constant(example) },
      { weight: 1, arbitrary: values.filter(isSegment) },
    );
    return [name, place === 'path' ? named : values] as const;
  });
  return fc.record(Object.fromEntries(entries), { requiredKeys: [...operation.params] });
}

async function send(operation: Operation, parameters: Fields, body: unknown) {
  // Logging out ends the session of the one who sends it.
  const token = operation.id === 'auth.logout' ? await service.logIn(admin.username) : admin.token;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name])),
  );
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      operation.params.includes(name) ? [] : [[name, String(value)] as [string, string]],
    ),
  );
  const answer = await service.call(operation.method, query.size > 0 ? `${path}?${query}` : path, {
    ...(operation.meta.openapi.protect !== false && { token }),
    body,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  expect(driftOf(documented(operation), answer)).toEqual([]);
  return answer;
}

const named = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

/** Nobody can guess a password or a cookie. */
const guarded = ['auth.login', 'auth.refresh', 'users.changePassword'];

describe('valid inputs succeed, or fail as documented', () => {
  beforeEach(() => makeExampleRecords(service, admin));
  test.each(named)('%s', async (_, operation) => {
    const { schema, example } = bodyOf(operation) ?? {};
    const bodies =
      schema === undefined
        ? fc.constant(undefined)
        : fc.oneof(valuesOf(schema), variationsOf(schema, example as Fields));
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(parameterValues(operation), bodies, async (parameters, body) => {
        statuses.add((await send(operation, parameters, body)).status);
      }),
      settings,
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
  test.each(withBody)('%s', async (_, operation, faults) => {
    const example = Object.fromEntries(parametersOf(operation).map(({ name, example }) => [name, example]));
    await fc.assert(
      fc.asyncProperty(faults, async ({ body, field }) => {
        const answer = await send(operation, example, body);
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

test.each(withFaults)('%s refuses %s=%s', async (_, parameter, _shown, operation, text) => {
  const answer = await send(operation, { [parameter]: text }, undefined);
  expect([answer.status, answer.body.error.issues?.[0]?.path]).toEqual([400, [parameter]]);
});
