import { connect, type Socket } from 'node:net';
import { expect, vi } from 'vitest';
import { test } from '../support/test.ts';
import { expectFailure, parseRaw, sendRaw } from '../support/wire.ts';

const most = 20;
const limit = { timeout: 60_000 };
const healthz = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const begun = 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Begun: ';

const sockets: Socket[] = [];

const realNow = performance.now.bind(performance);
let passed = 0;
/** A connection has waited for longer than it may while others want its place. */
const passTime = () => {
  passed += 1000;
};

const it = test
  .extend('settings', { scope: 'file' }, { maxConnections: most })
  /** Opens connections that have sent this much of a request. */
  .extend('open', { scope: 'file' }, ({ service }) => async (count: number, text: string) => {
    const { hostname, port } = new URL(service.url);
    const more = Array.from({ length: count }, () =>
      connect(Number(port), hostname)
        .on('error', () => {})
        .resume(),
    );
    sockets.push(...more);
    await Promise.all(
      more.map(
        (socket) => new Promise((resolve) => socket.once('connect', () => socket.write(text, resolve))),
      ),
    );
  })
  /** Asks for /healthz over one connection more. */
  .extend(
    'probe',
    { scope: 'file' },
    ({ service }) =>
      async () =>
        parseRaw(
          (await sendRaw(service.url, healthz.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))).text,
        ),
  );

it.beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passed));
it.afterEach(async ({ service: { app } }) => {
  for (const socket of sockets.splice(0)) socket.destroy();
  // Until the service has seen that everybody is gone.
  const isEmpty = () =>
    new Promise((resolve) => app.server.getConnections((_, count) => resolve(count === 0)));
  await vi.waitUntil(isEmpty, limit);
});

it('one connection more than are allowed gets 503, and is served when there is room', async ({
  open,
  probe,
}) => {
  await open(most, begun);
  const refused = await vi.waitUntil(async () => {
    const answer = await probe();
    return answer.status === 503 && answer;
  }, limit);
  expectFailure(refused, 503, 'UNAVAILABLE');
  expect([refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual(['1', 'close']);
  for (const socket of sockets.splice(0, 5)) socket.destroy();
  await vi.waitUntil(async () => (await probe()).status === 200, limit);
});

it('those that ask for nothing make room', async ({ open, probe }) => {
  await open(most, '');
  passTime();
  await vi.waitUntil(async () => (await probe()).status === 200, limit);
});

it.for([
  ['headers', begun],
  [
    'bodies',
    'POST /auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  ],
  ['second requests', healthz + begun],
] as const)('those whose %s do not come make room', async ([_what, text], { open, probe }) => {
  await open(most, text);
  await vi.waitUntil(async () => (await probe()).status === 503, limit);
  // Less than the 10 s after which half a request is closed in any case.
  for (let n = 0; n < 3; n += 1) {
    passTime();
    await vi.waitUntil(async () => (await probe()).status === 200, limit);
  }
});

it('of those that are refused few are answered, and no more stay open than are allowed', async ({ open }) => {
  await open(most, begun);
  await open(40, '');
  const isOpen = ({ readableEnded, destroyed }: Socket) => !readableEnded && !destroyed;
  await vi.waitUntil(() => sockets.filter(isOpen).length <= most, limit);
});
