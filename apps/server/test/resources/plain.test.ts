import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '@daybook/domain';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../support/samples/index.ts';
import { resourceTest, testResource } from './suite/index.ts';

/** Resources without a file of their own here: what all resources have in common is all there is to test. */
const plain = resources.filter(
  (resource) => !existsSync(join(import.meta.dirname, `${pathOf(resource).slice(1)}.test.ts`)),
);

it('every resource has a path of its own', () => {
  expect(new Set(resources.map(pathOf)).size).toBe(resources.length);
});

for (const resource of plain) {
  // Fixtures of a file cannot be made within `describe`.
  const test = resourceTest(resource);
  describe(resource, () => testResource(resource, test));
}
