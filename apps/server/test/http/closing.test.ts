import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenWith } from '../support/broken.ts';
import { password, type Service, startService } from '../support/service.ts';

let service: Service;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  agent.destroy();
  await service.close();
});

test('a request that is worked on when the application closes is served, and its connection holds up nobody', async () => {
  const { app, url } = await listenWith(service, {});
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
  expect(performance.now() - begin).toBeLessThan(5000);
});
