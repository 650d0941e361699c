import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { password, startService } from '@daybook/server/test/support/service.ts';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import manifest from '../../../../packages/client/package.json' with { type: 'json' };
import {
  bundle,
  compile,
  compilers,
  consumer,
  copySample,
  quickInstaller,
  run,
  sampleTools,
} from '../support/consumer.ts';

// The client as others get it: packed, and installed in a project that knows nothing of this one, with the oldest and
// with the newest tRPC that its manifest takes.

const range = manifest.peerDependencies['@trpc/client'];
const folders = { oldest: '', newest: '' };
beforeAll(async () => {
  for (const age of ['oldest', 'newest'] as const) {
    const trpc = age === 'oldest' ? range.replace('^', '') : range;
    folders[age] = await consumer(inject('tarball'), { trpc, installer: quickInstaller, tools: sampleTools });
    await copySample(folders[age]);
  }
});
afterAll(async () => {
  for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true });
});

test('the range of tRPC begins with a version that can be installed', async () => {
  const file = join(folders.oldest, 'node_modules/@trpc/client/package.json');
  expect(`^${JSON.parse(await readFile(file, 'utf8')).version}`).toBe(range);
});

const kinds = { bundler: 'esnext', nodenext: 'nodenext' } as const;
const compilations = [
  ...['typescript59', 'typescript7'].map((name) => ['oldest', name, 'nodenext'] as const),
  ...Object.keys(compilers).flatMap((name) => [
    ['newest', name, 'bundler'] as const,
    ['newest', name, 'nodenext'] as const,
  ]),
];

const compiled = new Map<string, Promise<string[]>>();

/** Once for all tests; what it makes of the sample is in `typescript59-nodenext` and the like. */
function compileOnce(age: keyof typeof folders, name: string, moduleResolution: keyof typeof kinds) {
  const outDir = `${name}-${moduleResolution}`;
  const key = `${age} ${outDir}`;
  const modules = { moduleResolution, module: kinds[moduleResolution], outDir };
  const browser = { skipLibCheck: true, lib: ['es2022', 'dom'], types: [] };
  const found = compiled.get(key) ?? compile(folders[age], name, { ...modules, ...browser });
  compiled.set(key, found);
  return found;
}

test.each(compilations)('with the %s tRPC, %s compiles for %s', async (...compilation) => {
  expect(await compileOnce(...compilation)).toEqual([]);
});

const newest = compilations.filter(([age]) => age === 'newest').map(([, ...rest]) => rest);
test.each(newest)('%s compiles for %s with declarations checked', async (name, moduleResolution) => {
  const modules = { noEmit: true, moduleResolution, module: kinds[moduleResolution] };
  const checked = {
    skipLibCheck: false,
    lib: ['es2022', 'dom', 'esnext.disposable'],
    types: ['node'],
  };
  const found = await compile(folders.newest, name, { ...modules, ...checked });
  // Whatever uses @trpc/client has this one: its declarations name ws, whether it is installed or not.
  const ofTrpc = /^node_modules\/@trpc\/server\/.+'ws'/;
  expect(found.filter((line) => !ofTrpc.test(line))).toEqual([]);
});

test.each([
  ['22', 'oldest', () => join(folders.oldest, 'node_modules/node/bin/node')],
  ['22', 'newest', () => join(folders.newest, 'node_modules/node/bin/node')],
  ['26', 'newest', () => process.execPath],
] as const)('it runs in Node %s with the %s tRPC against the real service', async (major, age, node) => {
  const folder = folders[age];
  const service = await startService();
  onTestFinished(() => service.close());
  const { username } = await service.person('Supervisor');
  expect(await run(folder, node(), '--version')).toMatch(new RegExp(`^v${major}\\.`));
  expect(await compileOnce(age, 'typescript59', 'nodenext')).toEqual([]);
  const output = await run(folder, node(), 'typescript59-nodenext/main.js', service.url, username, password);
  expect(JSON.parse(output)).toEqual({
    wrong: 'INVALID_CREDENTIALS',
    invalid: 'VALIDATION date value',
    read: 5,
    lengths: [2, 2, 1],
    values: Array.from({ length: 5 }, () => '12.50'),
    over: ['UNAUTHENTICATED', 'UNAUTHENTICATED'],
    events: ['refresh', 'refresh', 'signed out'],
  });
});

test('it is bundled for a browser, and needs nothing of Node', async () => {
  const text = await bundle(folders.newest, 'main.ts');
  expect(text).not.toMatch(/\bnode:|\brequire\(|__vite-browser-external/);
  expect(text).not.toMatch(/(?:^|[;\n]) ?import\b/);
  const size = gzipSync(text).length;
  console.log(`The sample with the client, minified: ${text.length} bytes, ${size} with gzip.`);
  expect(size).toBeLessThan(12 * 1024);
});
