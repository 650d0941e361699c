import { fileURLToPath } from 'node:url';
import { password, startService } from '@daybook/server/test/support/service.ts';
import { expect, onTestFinished, test } from 'vitest';
import document from '../../../server/openapi.json' with { type: 'json' };
import { callEveryOperation } from '../../src/client.ts';
import { attempt, run } from '../support/consumer.ts';

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
