import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder, repeatable } from '../src/db/migrate.ts';

test('a change of migrations/functions or erasure/personal.ts comes with a migration that has their mark', () => {
  const migrations = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const texts = migrations.map((name) => readFileSync(join(migrationsFolder, name), 'utf8'));
  const newest = texts.findLast((text) => text.includes('-- Functions: '));
  expect(newest).toContain(repeatable().mark);
});
