import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { document, documented, faultsOf, operations } from '../support/document.ts';
import { startService } from '../support/service.ts';

test('openapi.json is what the procedures say', async () => {
  const committed = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  expect(
    document,
    'The interface changed: look at the difference, then renew it with npm run openapi',
  ).toEqual(committed);
});

test.each(['', '/office'])('is served; the base path %j stands in servers alone', async (basePath) => {
  const service = await startService({ basePath });
  try {
    const { servers, ...rest } = (await service.call('GET', '/openapi.json')).body;
    expect(servers).toEqual([{ url: basePath || '/', description: 'This service' }]);
    expect({ ...rest, servers: undefined }).toEqual({ ...document, servers: undefined });
  } finally {
    await service.close();
  }
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
      const { schema = false, example } = part.content?.['application/json'] ?? {};
      expect(faultsOf(schema, example)).toEqual([]);
    }
  },
);
