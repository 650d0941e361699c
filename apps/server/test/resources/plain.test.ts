import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '@daybook/domain';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../support/samples/index.ts';
import { resourceTest, testResource } from './suite/index.ts';

const files = globSync(join(import.meta.dirname, '*.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join();
/** Resources that no other file here tests: what all resources have in common is all there is to test. */
const plain = resources.filter((resource) => !files.includes(`testResource('${resource}', `));

it('every resource has a path of its own', () => {
  expect(new Set(resources.map(pathOf)).size).toBe(resources.length);
});

for (const resource of plain) {
  // Fixtures of a file cannot be made within `describe`.
  const test = resourceTest(resource);
  describe(resource, () => testResource(resource, test));
}
