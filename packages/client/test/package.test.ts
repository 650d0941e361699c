import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { packing } from '../../../scripts/packing.ts';

const { packed, run } = packing('client');
let tarball: string;
beforeAll(async () => {
  tarball = await packed();
}, 180_000);
afterAll(() => rm(dirname(tarball), { recursive: true }));

const filesOf = async (file: string) => (await run('tar', ['-tf', file])).trim().split('\n');
const inTarball = (path: string) => run('tar', ['-xOf', tarball, `package/${path}`]);
const source = async (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

test('the package is one module and one declaration file', async () => {
  expect((await filesOf(tarball)).toSorted()).toEqual([
    'package/CHANGELOG.md',
    'package/LICENSE',
    'package/README.md',
    'package/index.d.ts',
    'package/index.js',
    'package/package.json',
  ]);
});

test('npm packs the same as pnpm', async () => {
  const folder = join(dirname(tarball), 'npm');
  await mkdir(folder);
  await run('npm', ['pack', './dist', '--pack-destination', folder]);
  const other = join(folder, basename(tarball));
  expect((await filesOf(other)).toSorted()).toEqual((await filesOf(tarball)).toSorted());
  // One of them ends the manifest with a line break.
  const content = async (from: string, file: string) => (await run('tar', ['-xOf', from, file])).trimEnd();
  for (const file of await filesOf(tarball))
    expect(await content(other, file)).toBe(await content(tarball, file));
});

test('npm refuses to pack the sources', async () => {
  await expect(run('npm', ['pack', '--dry-run'])).rejects.toThrow('npm pack ./dist');
});

test('its manifest names the versions of tRPC that it takes, and nothing of the workspace', async () => {
  const text = await inTarball('package.json');
  const { dependencies, peerDependencies, scripts } = JSON.parse(text);
  expect([dependencies, scripts]).toEqual([undefined, undefined]);
  expect(Object.keys(peerDependencies)).toEqual(['@trpc/client', '@trpc/server']);
  expect(text).not.toMatch(/catalog:|workspace:|src\//);
  const imported = (await inTarball('index.js')).matchAll(/\bfrom "([^"]+)"/g);
  expect([...imported].map(([, from]) => from)).toEqual(['@trpc/client', '@trpc/server/observable']);
});

test('its declarations name nothing of the server', async () => {
  const declarations = await inTarball('index.d.ts');
  const imported = declarations.matchAll(/(?:(?<!["-])\bfrom|\bimport\() ?["']([^"']+)["']/g);
  expect([...imported].map(([, from]) => from)).toEqual(['@trpc/client', '@trpc/server']);
  expect(declarations).not.toMatch(/@daybook|drizzle|fastify|postgres|trpc-to-openapi|zod|: any\b/i);
  expect(declarations).not.toMatch(/Buffer|NodeJS|reference types/);
});

test('its declarations say what the sources say', async () => {
  // The README's own example among them.
  const example = fileURLToPath(new URL('published/Bills.tsx', import.meta.url));
  await writeFile(example, await readmeFile('Bills.tsx'));
  onTestFinished(() => rm(example));
  await run('tsc', ['-p', 'test/published']);
});

test('every option and export is explained where it is used', async () => {
  const declarations = await inTarball('index.d.ts');
  for (const sentence of (await source('src/client.ts')).match(/(?<=^ {2}\/\*\* ).+(?= \*\/$)/gm) ?? [])
    expect(declarations).toContain(sentence);
});

test('publint finds nothing', async () => {
  expect(await run('publint', ['--strict', tarball])).toContain('All good!');
});

test('its types resolve wherever modules do', async () => {
  await run('attw', [tarball, '--profile', 'esm-only']);
});

/** The code block of the README that begins with a comment of this file's name. */
export async function readmeFile(name: string): Promise<string> {
  const text = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const found = blocks.find((code) => code.startsWith(`// ${name}\n`));
  if (!found) throw new Error(`README.md has no ${name}.`);
  return found;
}
