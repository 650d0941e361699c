import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitConnections } from '../../src/http/connections.ts';

const maxConnections = 10;
let app: FastifyInstance;
let sockets: Socket[];
let finish: () => void;

beforeEach(async () => {
  app = Fastify({ forceCloseConnections: true });
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app.post('/slow', async () => {
    await finished;
    return 'done';
  });
  limitConnections(app, maxConnections);
  await app.listen({ host: '127.0.0.1', port: 0 });
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** A connection that sends this, and what it receives. */
function send(text: string) {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  const sent = { socket, answer: '' };
  socket.on('data', (chunk) => {
    sent.answer += chunk;
  });
  socket.write(text);
  return sent;
}
const post = (body: string) =>
  `POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n${body}`;
const timeout = { timeout: 60_000 };

test('to make room, a connection with half a request is closed, one with a running request is not', async () => {
  const served = send(post('{}'));
  await new Promise((resolve) => served.socket.once('connect', resolve));
  const realNow = performance.now.bind(performance);
  let passed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passed);
  const incomplete = Array.from({ length: maxConnections - 1 }, () => send(post('{')));
  // More connections, until each incomplete one has been closed.
  await vi.waitUntil(() => {
    // Longer than a connection may wait while others want its place.
    passed += 1000;
    send('');
    return incomplete.every(({ socket }) => socket.readableEnded || socket.destroyed);
  }, timeout);
  expect(served.socket.destroyed).toBe(false);
  finish();
  await vi.waitUntil(() => served.answer.endsWith('done'), timeout);
  expect(served.answer).toMatch(/^HTTP\/1.1 200 /);
});
