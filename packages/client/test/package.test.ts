import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packed, run } from './support/package.ts';

let tarball: string;
beforeAll(async () => {
  tarball = await packed();
}, 60_000);
afterAll(() => rm(dirname(tarball), { recursive: true }));

const inTarball = (path: string) => run('tar', '-xOf', tarball, `package/${path}`);
const source = async (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

test('the package is one module and one declaration file', async () => {
  const files = (await run('tar', '-tf', tarball)).trim().split('\n').toSorted();
  expect(files).toEqual([
    'package/LICENSE',
    'package/README.md',
    'package/dist/index.d.ts',
    'package/dist/index.js',
    'package/package.json',
  ]);
});

test('at run time it needs tRPC alone', async () => {
  const { dependencies, peerDependencies } = JSON.parse(await inTarball('package.json'));
  expect(Object.keys({ ...dependencies, ...peerDependencies })).toEqual(['@trpc/client', '@trpc/server']);
  const imported = (await inTarball('dist/index.js')).matchAll(/\bfrom "([^"]+)"/g);
  expect([...imported].map(([, from]) => from)).toEqual(['@trpc/client', '@trpc/server/observable']);
});

test('its declarations name nothing of the server', async () => {
  const declarations = await inTarball('dist/index.d.ts');
  const imported = declarations.matchAll(/(?:\bfrom|\bimport\() ?["']([^"']+)["']/g);
  expect([...imported].map(([, from]) => from)).toEqual(['@trpc/client', '@trpc/server']);
  expect(declarations).not.toMatch(/@daybook|drizzle|fastify|postgres|trpc-to-openapi|zod|: any\b/i);
  expect(declarations).not.toMatch(/Buffer|NodeJS|reference types/);
});

test('its declarations say what the sources say', { timeout: 60_000 }, async () => {
  await run('tsc', '-p', 'test/published');
});

test('every option and export is explained where it is used', async () => {
  const declarations = await inTarball('dist/index.d.ts');
  for (const sentence of (await source('src/client.ts')).match(/(?<=^ {2}\/\*\* ).+(?= \*\/$)/gm) ?? [])
    expect(declarations).toContain(sentence);
});

test('publint finds nothing', async () => {
  expect(await run('publint', '--strict', tarball)).toContain('All good!');
});

test('its types resolve wherever modules do', async () => {
  await run('attw', tarball, '--profile', 'esm-only');
});
