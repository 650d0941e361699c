import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packing } from '../../../scripts/packing.ts';
import { served } from './support/adapters.ts';

const { packageFolder, packed, run } = packing('facade');
let tarball: string;
beforeAll(async () => {
  tarball = await packed();
}, 60_000);
afterAll(() => rm(dirname(tarball), { recursive: true, force: true }));

const inTarball = (path: string) => run('tar', ['-xOf', tarball, `package/${path}`]);
const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));

test('the package has a module and its declarations for each entry', async () => {
  const files = (await run('tar', ['-tf', tarball])).trim().split('\n').toSorted();
  const entries = Object.keys(manifest.exports).map((entry) => (entry === '.' ? 'index' : entry.slice(2)));
  for (const entry of entries) expect(files).toContain(`package/${entry}.d.ts`);
  const others = files.filter((file) => !/^package\/([\w-]+(\.d\.ts|\.js)|examples\/[\w-]+\.ts)$/.test(file));
  expect(others).toEqual([
    'package/CHANGELOG.md',
    'package/LICENSE',
    'package/README.md',
    'package/package.json',
  ]);
});

test('it brings three libraries along; the others are those of the application', async () => {
  const { dependencies, peerDependencies } = JSON.parse(await inTarball('package.json'));
  expect(Object.keys(dependencies)).toEqual(['negotiator', 'trpc-to-openapi', 'zod-openapi']);
  expect(Object.keys(peerDependencies)).toEqual(['@trpc/server', 'fastify', 'zod']);
  for (const entry of ['index', 'document']) {
    const imported = (await inTarball(`${entry}.js`)).matchAll(
      /\bfrom "(?!\.\/|node:)((?:@[^/]+\/)?[^"/]+)/g,
    );
    const names = new Set(Array.from(imported, ([, from]) => from));
    for (const name of names) expect([...Object.keys(dependencies), '@trpc/server', 'zod']).toContain(name);
  }
});

test('without Fastify, and without node, it can be served by fetch', async () => {
  const seen = new Set<string>();
  const read = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = await inTarball(`${file}`);
    expect(text, file).not.toMatch(/\bfrom "(fastify|node:)/);
    const others = Array.from(text.matchAll(/\bfrom "\.\/([^"]+)\.js"/g), ([, name]) => name);
    for (const name of others) await read(file.endsWith('.d.ts') ? `${name}.d.ts` : `${name}.js`);
  };
  await read('fetch.js');
  await read('fetch.d.ts');
});

test('every option is explained where it is used', async () => {
  const files = (await run('tar', ['-tf', tarball])).split('\n').filter((file) => file.endsWith('.d.ts'));
  const texts = await Promise.all(files.map((file) => inTarball(file.replace('package/', ''))));
  const declarations = texts.join('\n');
  for (const name of [
    ...[
      'RestOperation',
      'RestField',
      'RestStatus',
      'RestRepresentation',
      'RestHooks',
      'FetchHooks',
      'FailureAnswer',
    ],
    ...['DocumentOptions', 'FailureResponse', 'Webhook'],
  ]) {
    const [, body = ''] =
      new RegExp(`interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(declarations) ?? [];
    const lines = body.split('\n');
    const options = lines.flatMap((line, at) =>
      /^ {2}\w+\??[:(]/.test(line) ? [[line, lines[at - 1]]] : [],
    );
    expect(options.length, name).toBeGreaterThan(1);
    for (const [option, above] of options) expect(above, `${name}: ${option}`).toMatch(/\*\/$/);
  }
});

test('publint finds nothing', async () => {
  expect(await run('publint', ['--strict', tarball])).toContain('All good!');
});

test('its types resolve wherever modules do', async () => {
  await run('attw', [tarball, '--profile', 'esm-only']);
});

/** A new package in which the README was followed: its installation, its server. */
async function newProject(name: string): Promise<string> {
  const folder = join(dirname(tarball), name);
  await mkdir(folder);
  const [, server] = /`server\.ts`.*\n\n```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
  if (!server) throw new Error('The README has no server');
  await writeFile(join(folder, 'server.ts'), server);
  await writeFile(join(folder, 'package.json'), '{"name": "notes", "type": "module", "private": true}');
  return folder;
}

const [, named] = /npm install (.+)/.exec(readme) ?? [];
/** The newest tRPC that was tried; this repository may have an older one. */
const newest: Readonly<Record<string, string>> = { '@trpc/server': '11.25.2' };
const locked = async (name: string): Promise<string> =>
  JSON.parse(await readFile(join(packageFolder, 'node_modules', name, 'package.json'), 'utf8')).version;
const versionsFor = {
  npm: locked,
  pnpm: async (name: string) => manifest.peerDependencies[name].replace('^', ''),
  bun: async (name: string) => newest[name] ?? locked(name),
};

/** What the README installs: this package from the tarball, and its peers. */
const installed = (versionOf: (name: string) => Promise<string>): Promise<string[]> =>
  Promise.all(
    (named ?? '')
      .split(' ')
      .map(async (name) =>
        name === manifest.name ? `${name}@file:${tarball}` : `${name}@${await versionOf(name)}`,
      ),
  );

const typescript = `--noEmit --strict --module nodenext --target es2022 --skipLibCheck --typeRoots ${packageFolder}/node_modules/@types --types node`;

async function tryReadme(address: string): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: JSON
  const get = async (path: string): Promise<any> => (await fetch(address + path)).json();
  expect(await get('/notes/1')).toEqual({ id: '1', text: 'Buy paper' });
  expect(await get('/notes/9')).toEqual({ code: 'NOT_FOUND', message: 'No such note' });
  const add = await fetch(`${address}/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":""}',
  });
  expect(add.status).toBe(400);
  expect(await add.json()).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: ['text'] }] });
  expect(Object.keys((await get('/openapi.json')).paths)).toEqual(['/notes/{id}', '/notes']);
}

async function tryExample(address: string): Promise<void> {
  const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"text":"Pay"}' };
  const { origin } = new URL(address);
  const made = await fetch(`${origin}/api/tasks/a`, init);
  expect([made.status, made.headers.get('location')]).toEqual([201, '/api/tasks/a']);
  expect(await (await fetch(`${origin}/api/count?to=1`)).text()).toContain('data: {"n":1}');
}

/** Without a network, or without the program: skipped, with the reason. */
const missing = (error: unknown) =>
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|NO_OFFLINE_|ConnectionRefused|spawn \w+ ENOENT/.exec(
    String(error),
  )?.[0];

/** The program bun, from the registry where this machine has none. */
async function bunOf(folder: string): Promise<string> {
  const own = await run('bun', ['--version']).catch(() => undefined);
  if (own) return 'bun';
  const place = join(folder, 'bun');
  await run('npm', [
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--prefix',
    place,
    'bun@1.4.5',
  ]);
  return join(place, 'node_modules/.bin/bun');
}

describe.concurrent('the README works with', () => {
  test.for([
    ['npm', 'the peers of this repository', 'install', '--prefer-offline', '--no-audit', '--no-fund'],
    ['pnpm', 'the oldest peers', 'add', '--prefer-offline', '--ignore-workspace'],
    ['bun', 'the newest tRPC', 'add'],
  ] as const)('%s, and %s', async ([manager, , ...args], { skip }) => {
    const folder = await newProject(manager);
    try {
      const program = manager === 'bun' ? await bunOf(folder) : manager;
      await run(program, [...args, ...(await installed(versionsFor[manager]))], folder);
      const runtime = manager === 'bun' ? program : process.execPath;
      await served(runtime, ['server.ts'], folder, tryReadme);
      // Of bun itself, without Fastify.
      const example = `node_modules/${manifest.name}/examples/fetch.ts`;
      if (manager === 'bun') await served(runtime, [example], folder, tryExample);
    } catch (error) {
      const reason = missing(error);
      if (reason === undefined) throw error;
      skip(`${manager} could not install: ${reason}`);
    }
    // pnpm test:nodes: a minute more.
    const versions = manager === 'npm' ? (process.env.FACADE_NODES ?? '').split(',').filter(Boolean) : [];
    for (const version of versions) {
      const script = join(folder, 'server.js');
      await writeFile(script, stripTypeScriptTypes(await readFile(join(folder, 'server.ts'), 'utf8')));
      const node = ['exec', '--yes', `--package=node@${version}`, '-c', 'node -p process.execPath'];
      const program = (await run('npm', node, folder)).trim().split('\n').at(-1) ?? '';
      await served(program, [script], folder, tryReadme);
      console.log(`Node ${(await run(program, ['--version'])).trim()}: the README works`);
    }
    if (manager === 'npm') await run('tsc', [...typescript.split(' '), 'server.ts'], folder);
  });
});
