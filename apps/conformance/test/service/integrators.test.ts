import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '@daybook/server/test/support/service.ts';
import { expect, onTestFinished, test } from 'vitest';
import { run, withEnv } from '../support/consumer.ts';

test('the program of docs/integrators.md does what the page says', async () => {
  const service = await startService();
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
  const env = { DAYBOOK_URL: service.url, DAYBOOK_TOKEN: made.body.data.token };
  const output = await run(withEnv(folder, env), process.execPath, 'bills.mjs');
  expect(output.trim().split('\n')).toEqual([
    'made 12.50',
    'changed Paper and ink',
    'refused PRECONDITION_FAILED',
    'bills of the year true',
    'in the copy true',
    'still there false',
    'bills create true',
  ]);
});
