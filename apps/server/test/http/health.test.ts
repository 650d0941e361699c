import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('an instance that is about to end is alive and not ready, and closes the connections that ask', async () => {
  const app = await buildApp(service.dependencies);
  const seen: unknown[] = [];
  await app.register(async (scope) => {
    scope.addHook('preClose', async () => {
      for (const path of ['/healthz', '/readyz']) {
        const { status, headers } = await fetch(`${url}${path}`);
        seen.push([path, status, headers.get('connection'), headers.has('retry-after')]);
      }
    });
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await app.close();
  expect(seen).toEqual([
    ['/healthz', 200, 'close', false],
    ['/readyz', 503, 'close', true],
  ]);
});
