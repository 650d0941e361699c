import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSending } from '@daybook/server/src/webhooks/sender.ts';
import { startService } from '@daybook/server/test/support/service.ts';
import { expect, onTestFinished, test } from 'vitest';
import { run, withEnv } from '../support/consumer.ts';

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
