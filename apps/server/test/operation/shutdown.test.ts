import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { password } from '../support/service.ts';
import { test as it } from '../support/test.ts';
import { listenWith } from '../support/wire.ts';

it('an instance that shuts down is alive and not ready, and closes connections after its answers', async ({
  service,
}) => {
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

it('a request in progress is served, and its connection does not delay the shutdown', async ({
  service,
  onTestFinished,
}) => {
  const { app, url } = await listenWith(service, {});
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const headers = { 'content-type': 'application/json' };
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(`${url}/auth`, { method: 'POST', agent, headers }, (it) => resolve(it.resume()));
    sent.on('error', reject).end(JSON.stringify({ username: 'root', password }));
  });
  await once(app.server, 'request');
  const begin = performance.now();
  await app.close();
  const { statusCode, headers: fields } = await answer;
  expect([statusCode, fields.connection]).toEqual([200, 'close']);
  // Node's own limit with a connection that is kept alive is 72 s.
  expect(performance.now() - begin).toBeLessThan(60_000);
});
