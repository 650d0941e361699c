import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = globSync('{apps,packages}/*/{src,test,e2e}/**/*.test.ts', { cwd: root });

test.each([
  ['docs/security.md', 100],
  ['docs/accessibility.md', 15],
])('every test that %s names is there', (document, least) => {
  const named = [...read(document).matchAll(/`([\w.-]+\.test\.ts)(?:: ([^`]+))?`/g)];
  expect(named.length).toBeGreaterThan(least);
  const missing = named.filter(
    ([, file = '', name = '']) => !files.some((path) => basename(path) === file && read(path).includes(name)),
  );
  expect(missing.map(([text]) => text)).toEqual([]);
});
