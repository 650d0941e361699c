import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSending } from '@daybook/server/src/webhooks/sender.ts';
import { password, startService } from '@daybook/server/test/support/service.ts';
import { expect, onTestFinished, test } from 'vitest';
import document from '../../../server/openapi.json' with { type: 'json' };
import { callEveryOperation } from '../../src/client.ts';
import { attempt, run, withEnv } from '../support/consumer.ts';

test('a client of generated types performs the 25 operations', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const { username } = await service.person('Administrator');
  const called = new Set<string>();
  await callEveryOperation(service.url, username, password, (operation, status) => {
    expect([operation, status]).toEqual([operation, 200]);
    called.add(operation);
  });
  const original = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      'x-addition' in operation ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  );
  expect(original).toHaveLength(25);
  expect([...called].toSorted()).toEqual(original.toSorted());
});

const folder = fileURLToPath(new URL('../python', import.meta.url));
const file = fileURLToPath(new URL('../../../server/openapi.json', import.meta.url));

test('a client that Python makes of the document performs the 25 operations', async ({ skip }) => {
  const { failed, output } = await attempt(folder, 'python3', '--version');
  if (failed) skip(`no Python: ${output.trim()}`);
  const service = await startService();
  onTestFinished(() => service.close());
  const { username } = await service.person('Administrator');
  const printed = await run(folder, 'python3', 'client.py', file, service.url, username, password);
  const succeeded = printed.split('\n').flatMap((line) => (line.endsWith(' 200') ? [line.slice(0, -4)] : []));
  const original = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      'x-addition' in operation ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  );
  expect(original).toHaveLength(25);
  expect([...new Set(succeeded)].toSorted()).toEqual(original.toSorted());
});

/** On which nobody listens just now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the program of docs/integrators.md does what the page says', async () => {
  const service = await startService({ webhooksAllowPrivate: true });
  onTestFinished(() => service.close());
  const { token } = await service.person('Supervisor');
  const made = await service.call('POST', '/tokens', {
    token,
    body: { name: 'Integration', scopes: ['bills:read', 'bills:write', 'journal:read'] },
  });
  const page = await readFile(new URL('../../../../docs/integrators.md', import.meta.url), 'utf8');
  const program = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n');
  const folder = await mkdtemp(join(tmpdir(), 'daybook-integrator-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'bills.mjs'), program);
  const port = await freePort();
  const hook = await service.call('POST', '/webhooks', {
    token: (await service.person('Administrator')).token,
    body: { name: 'Program', url: `http://127.0.0.1:${port}/`, kinds: ['bills'] },
  });
  const options = { allowsPrivate: true, delays: Array.from({ length: 600 }, () => 0.1), pollMs: 100 };
  const log = { warn: console.error };
  const sender = startSending(service.dependencies.pools.othersWrites, service.tokens, log, options);
  onTestFinished(() => sender.stop());
  const env = {
    DAYBOOK_URL: service.url,
    DAYBOOK_TOKEN: made.body.data.token,
    DAYBOOK_SECRET: hook.body.data.secret,
    PORT: String(port),
  };
  const output = await run(withEnv(folder, env), process.execPath, 'bills.mjs');
  expect(output.trim().split('\n')).toEqual([
    'made 12.50',
    'changed Paper and ink',
    'refused PRECONDITION_FAILED',
    'bills of the year true',
    'in the copy true',
    'still there false',
    'bills create',
    'heard bills.create 3.50',
  ]);
});
