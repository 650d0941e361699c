import { password, startService } from '@daybook/server/test/support/service.ts';
import { expect, onTestFinished, test } from 'vitest';
import document from '../../../server/openapi.json' with { type: 'json' };
import { callEveryOperation } from '../../src/client.ts';

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
