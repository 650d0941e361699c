import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { expectFailure } from '../support/failing.ts';
import { type Service, startService } from '../support/service.ts';
import { parseRaw, sendRaw } from '../support/wire.ts';

const most = 20;
const limit = { timeout: 15_000 };
let service: Service;
let sockets: Socket[] = [];

beforeAll(async () => {
  service = await startService({ maxConnections: most });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await left();
});
/** Until the service has seen that everybody is gone. */
const left = () =>
  vi.waitUntil(
    () => new Promise((resolve) => service.app.server.getConnections((_, count) => resolve(count === 0))),
    limit,
  );
afterAll(() => service.close());

/** Connections that have sent this much of a request. */
async function open(count: number, text: string): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const more = Array.from({ length: count }, () =>
    connect(Number(port), hostname)
      .on('error', () => {})
      .resume(),
  );
  sockets.push(...more);
  await Promise.all(
    more.map((socket) => new Promise((resolve) => socket.once('connect', () => socket.write(text, resolve)))),
  );
}
const healthz = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const ask = async () => parseRaw((await sendRaw(service.url, healthz)).text);

it('one connection more than are allowed is told so, and gets in when there is room', async () => {
  await open(most, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Begun: ');
  const refused = await vi.waitUntil(async () => {
    const answer = await ask();
    return answer.status === 503 && answer;
  }, limit);
  expectFailure(refused, 503, 'UNAVAILABLE');
  expect([refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual(['1', 'close']);
  for (const socket of sockets.splice(0, 5)) socket.destroy();
  await vi.waitUntil(async () => (await ask()).status === 200, limit);
});

it('those that ask for nothing make room', async () => {
  await open(most, '');
  await vi.waitUntil(async () => (await ask()).status === 200, limit);
});

it.each([
  ['headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Begun: '],
  [
    'bodies',
    'POST /auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  ],
  ['second requests', `${healthz}GET /healthz HTTP/1.1\r\nHost: x\r\nX-Begun: `],
])('those whose %s do not come make room', async (_what, text) => {
  await open(most, text);
  await vi.waitUntil(async () => (await ask()).status === 503, limit);
  // Less than the 10 s after which half a request is closed in any case.
  for (let n = 0; n < 3; n += 1)
    await vi.waitUntil(async () => (await ask()).status === 200, { timeout: 8000 });
});

it('of those that are refused few are answered, and no more stay open than are allowed', async () => {
  await open(most, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Begun: ');
  await open(40, '');
  const isOpen = ({ readableEnded, destroyed }: Socket) => !readableEnded && !destroyed;
  await vi.waitUntil(() => sockets.filter(isOpen).length <= most, limit);
});
