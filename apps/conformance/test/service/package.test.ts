import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { password, startService } from '@daybook/server/test/support/service.ts';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { packed } from '../../../../packages/client/test/support/package.ts';
import { compile, compilers, consumer, run } from '../support/consumer.ts';

// The client as others get it: packed, and installed in a project that knows nothing of this one.

let folder: string;
beforeAll(async () => {
  const tarball = await packed();
  folder = await consumer(tarball);
  await rm(dirname(tarball), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(Object.keys(compilers))('%s', (name) => {
  describe.each([
    ['bundler', 'esnext'],
    ['nodenext', 'nodenext'],
  ])('compiles for %s', (moduleResolution, module) => {
    const modules = { noEmit: true, moduleResolution, module };

    test('in a browser', async () => {
      const browser = { skipLibCheck: true, lib: ['es2022', 'dom'], types: [] };
      expect(await compile(folder, name, { ...modules, ...browser })).toEqual([]);
    });

    test('with declarations checked', async () => {
      const checked = { skipLibCheck: false, lib: ['es2022', 'dom', 'esnext.disposable'], types: ['node'] };
      const found = await compile(folder, name, { ...modules, ...checked });
      // Whatever uses @trpc/client has this one: its declarations name ws, whether it is installed or not.
      const ofTrpc = /^node_modules\/@trpc\/server\/.+'ws'/;
      expect(found.filter((line) => !ofTrpc.test(line))).toEqual([]);
    });
  });
});

test.each([
  ['22', () => join(folder, 'node_modules/node/bin/node')],
  ['24', () => process.execPath],
])('it runs in Node %s against the real service', async (major, node) => {
  const service = await startService();
  onTestFinished(() => service.close());
  const { username } = await service.person('Supervisor');
  expect(await run(folder, node(), '--version')).toMatch(new RegExp(`^v${major}\\.`));
  const emitting = { module: 'nodenext', skipLibCheck: true, outDir: 'out' };
  expect(await compile(folder, 'typescript59', emitting)).toEqual([]);
  const output = await run(folder, node(), 'out/main.js', service.url, username, password);
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

/** The bytes of a minified bundle for browsers: of the sample, and with gzip. */
async function bundle(): Promise<string> {
  const outDir = join(folder, 'bundle');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      minify: true,
      target: 'es2022',
      rolldownOptions: { input: join(folder, 'main.ts'), output: { entryFileNames: 'main.js' } },
    },
  });
  return readFile(join(outDir, 'main.js'), 'utf8');
}

test('it is bundled for a browser, and needs nothing of Node', async () => {
  const text = await bundle();
  expect(text).not.toMatch(/\bnode:|\brequire\(|__vite-browser-external/);
  expect(text).not.toMatch(/(?:^|[;\n]) ?import\b/);
  const size = gzipSync(text).length;
  console.log(`The sample with the client, minified: ${text.length} bytes, ${size} with gzip.`);
  expect(size).toBeLessThan(12 * 1024);
});
