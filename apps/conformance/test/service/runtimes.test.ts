import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { password, type Service, startService } from '@daybook/server/test/support/service.ts';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import manifest from '../../../../packages/client/package.json' with { type: 'json' };
import { readmeFile } from '../../../../packages/client/test/package.test.ts';
import facadeManifest from '../../../../packages/facade/package.json' with { type: 'json' };
import { packing } from '../../../../scripts/packing.ts';
import { attempt, bundle, consumer, copySample, installed, pnpm, run, withEnv } from '../support/consumer.ts';

// The client wherever JavaScript runs: the first program of its README, in an empty project made as that says, and a
// service worker.

const range = manifest.peerDependencies['@trpc/client'];

let tools: { readonly folder: string; readonly reason?: string };
let service: Service;
const folders: string[] = [];
beforeAll(async () => {
  tools = await installed({
    bun: '1.4.5',
    deno: '2.9.6',
    node20: 'npm:node@^20.0.0',
    node22: 'npm:node@^22.0.0',
  });
  folders.push(tools.folder);
  service = await startService();
});
afterAll(async () => {
  await service.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const tool = (name: string) => join(tools.folder, 'node_modules/.bin', name);

type Command = readonly [string, ...string[]];
const npm: Command = ['npm', 'install'];
const node = (): Command => [process.execPath];

/** Empty projects with the client and the README's program, one for each way to install. */
const projects = new Map<string, Promise<string>>();
function project(installer: Command): Promise<string> {
  const key = installer.join(' ');
  const made = projects.get(key) ?? make(installer);
  projects.set(key, made);
  return made;
}

/** Follows the changes of the service until its own one comes. */
const follow = `
import { createClient } from '@daybook/client';
const { DAYBOOK_URL: url, DAYBOOK_TOKEN: token } = process.env;
const client = createClient({ url, token });
const { position } = await client.events.list.query({});
const made = client.bills.create.mutate({ date: '2026-02-01', value: '1' });
for await (const { kind, record, action } of client.events({ after: position, kinds: 'bills' }))
  if (record === (await made)._id) {
    console.log(kind, action);
    break;
  }
`;

async function make(installer: Command): Promise<string> {
  const folder = await consumer(inject('tarball'), { trpc: range, installer });
  folders.push(folder);
  await writeFile(join(folder, 'first.mjs'), await readmeFile('first.mjs'));
  await writeFile(join(folder, 'follow.mjs'), follow);
  return folder;
}

const runtimes: readonly [name: string, installer: () => Command, command: () => Command][] = [
  ['npm and Node', () => npm, node],
  ['npm and Node 20', () => npm, () => [join(tools.folder, 'node_modules/node20/bin/node')]],
  ['npm and Node 22', () => npm, () => [join(tools.folder, 'node_modules/node22/bin/node')]],
  ['pnpm and Node', () => [pnpm, 'add'], node],
  ['Bun', () => [tool('bun'), 'add'], () => [tool('bun')]],
  ['npm and Deno', () => npm, () => [tool('deno'), 'run', '--allow-env', '--allow-net']],
];

for (const [name, installer, command] of runtimes)
  test(`what the README says, with ${name}`, async ({ skip }) => {
    const [program, ...args] = command();
    const { failed, output } = await attempt(tools.folder, program, '--version');
    if (failed) skip(`does not run here: ${tools.reason ?? output.trim()}`);

    const folder = await project(installer());
    const { username, token } = await service.person('Supervisor');
    const env = {
      DAYBOOK_URL: service.url,
      DAYBOOK_USERNAME: username,
      DAYBOOK_PASSWORD: password,
      DAYBOOK_TOKEN: token,
    };
    const printed = await run(withEnv(folder, env), program, ...args, 'first.mjs');
    expect(printed.trim().split('\n')).toContain('2026-01-31 12.50 Paper');
    expect((await run(withEnv(folder, env), program, ...args, 'follow.mjs')).trim()).toBe('bills create');
  });

const browser = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));

test('in a service worker of Chromium', async ({ skip }) => {
  if (!browser) return skip('no Chromium was found: install one, or set CHROMIUM');
  const folder = await project(npm);
  await copySample(folder);
  const script = await bundle(folder, 'worker.ts');
  const pages = createServer(({ url }, response) => {
    const isWorker = url === '/worker.js';
    response
      .setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
      .end(isWorker ? script : '');
  });
  await new Promise<void>((resolve) => {
    pages.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const open = await startService({ corsOrigins: [origin] });
  const chrome = await chromium.launch({ executablePath: browser, args: ['--no-sandbox'] });
  onTestFinished(async () => {
    await chrome.close();
    await open.close();
    pages.close();
  });

  const { token } = await open.person('Supervisor');
  const page = await chrome.newPage();
  await page.goto(origin);
  // As text: it runs in the page, whose types are not known here.
  const answer = await page.evaluate(`(async () => {
    await navigator.serviceWorker.register('/worker.js');
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    active.postMessage(${JSON.stringify({ url: open.url, token })}, [port2]);
    return new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  })()`);
  expect(answer).toEqual({
    values: ['12.50'],
    event: 'bills',
    refusal: expect.stringContaining('TRPCClientError'),
    pages: [false, false],
  });
});

// The façade without Fastify: its example for `fetch`, from the packed package, in Bun and in Deno.

const { packageFolder, packed } = packing('facade');
let facadeProject: { readonly folder: string; readonly reason?: string };
const facadeFolders: string[] = [];
beforeAll(async () => {
  const tarball = await packed();
  facadeFolders.push(dirname(tarball));
  facadeProject = await installed({
    bun: '1.4.5',
    deno: '2.9.6',
    '@daybook/facade': `file:${tarball}`,
    '@trpc/server': facadeManifest.peerDependencies['@trpc/server'],
    zod: facadeManifest.peerDependencies.zod,
  });
  facadeFolders.push(facadeProject.folder);
  await cp(join(packageFolder, 'examples/fetch.ts'), join(facadeProject.folder, 'server.ts'));
});
afterAll(async () => {
  for (const folder of facadeFolders) await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const fetchRuntimes: readonly [name: string, args: (port: number) => readonly string[]][] = [
  ['bun', () => ['server.ts']],
  ['deno', (port) => ['serve', '--allow-env', '--host', '127.0.0.1', '--port', `${port}`, 'server.ts']],
];

test.for(fetchRuntimes)('the façade by fetch, in %s', async ([name, argsFor], { skip }) => {
  const program = join(facadeProject.folder, 'node_modules/.bin', name);
  const { failed, output } = await attempt(facadeProject.folder, program, '--version');
  if (failed) skip(`does not run here: ${facadeProject.reason ?? output.trim()}`);

  const port = await freePort();
  const running = spawn(program, argsFor(port), {
    cwd: facadeProject.folder,
    env: { ...process.env, PORT: `${port}` },
    stdio: 'ignore',
  });
  onTestFinished(() => void running.kill());
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { headers, body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  while (
    await ask('GET', '/openapi.json').then(
      () => false,
      () => true,
    )
  ) {
    expect(running.exitCode, 'it ended').toBeNull();
    await setTimeout(100);
  }

  const made = await ask('PUT', '/api/tasks/a%2Fb', { text: 'Éte' });
  expect([made.status, JSON.parse(made.text)]).toEqual([201, { id: 'a/b', text: 'Éte', isNew: true }]);
  expect(made.headers.get('location')).toBe('/api/tasks/a/b');
  expect((await ask('PUT', '/api/tasks/a%2Fb', { text: 'x' })).status).toBe(200);
  for (const body of [[], { text: 5 }]) expect((await ask('PUT', '/api/tasks/a', body)).status).toBe(400);
  const statuses = [await ask('DELETE', '/api/tasks/a%2Fb'), await ask('DELETE', '/api/tasks/a%2Fb')];
  expect(statuses.map(({ status }) => status)).toEqual([204, 404]);
  const events = await ask('GET', '/api/count?to=2');
  expect(events.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(events.text).toContain('data: {"n":1}\n\ndata: {"n":2}\n\n');
  const wrong = await ask('POST', '/api/count');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(JSON.parse((await ask('GET', '/openapi.json')).text).openapi).toBe('3.1.0');
});
