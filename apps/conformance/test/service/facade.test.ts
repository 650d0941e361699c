import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import manifest from '../../../../packages/facade/package.json' with { type: 'json' };
import { packageFolder, packed } from '../../../../packages/facade/test/support/package.ts';
import { attempt, installed } from '../support/consumer.ts';

// The façade without Fastify: its example for `fetch`, from the packed package, in Bun and in Deno.

let project: { readonly folder: string; readonly reason?: string };
const folders: string[] = [];
beforeAll(async () => {
  const tarball = await packed();
  folders.push(dirname(tarball));
  project = await installed({
    bun: '1.4.5',
    deno: '2.9.6',
    '@daybook/facade': `file:${tarball}`,
    '@trpc/server': manifest.peerDependencies['@trpc/server'],
    zod: manifest.peerDependencies.zod,
  });
  folders.push(project.folder);
  await cp(join(packageFolder, 'examples/fetch.ts'), join(project.folder, 'server.ts'));
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const runtimes: readonly [name: string, args: (port: number) => readonly string[]][] = [
  ['bun', () => ['server.ts']],
  ['deno', (port) => ['serve', '--allow-env', '--host', '127.0.0.1', '--port', `${port}`, 'server.ts']],
];

test.for(runtimes)('the façade by fetch, in %s', async ([name, argsFor], { skip }) => {
  const program = join(project.folder, 'node_modules/.bin', name);
  const { failed, output } = await attempt(project.folder, program, '--version');
  if (failed) skip(`does not run here: ${project.reason ?? output.trim()}`);

  const port = await freePort();
  const running = spawn(program, argsFor(port), {
    cwd: project.folder,
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
