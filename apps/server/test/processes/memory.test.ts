import { connect, type Socket } from 'node:net';
import { HttpError, setErrorHandlers } from '@daybook/facade';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitMemory } from '../../src/http/memory.ts';

const mebibyte = 1024 * 1024;
let app: FastifyInstance;
let url: string;
let sockets: Socket[];

beforeEach(async () => {
  app = Fastify({ forceCloseConnections: true });
  setErrorHandlers(app, (error) => ({ status: error instanceof HttpError ? error.status : 500, body: {} }));
  limitMemory(app);
  app.get('/large', async () => 'x'.repeat(40 * mebibyte));
  app.get('/small', async () => 'x');
  app.post('/body', async () => 'read');
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  sockets = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets) socket.destroy();
  await app.close();
});

const status = async (path: string, init?: RequestInit) => {
  const response = await fetch(url + path, init);
  await response.arrayBuffer();
  return response.status;
};

/** Sends this and never reads the answer. */
const send = (text: string) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  sockets.push(socket.pause());
  socket.write(text);
};
const requestWithoutReading = (path: string) => send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
const startBody = (bytes: number) =>
  send(
    `POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`,
  );

/** The clock stands still except where a test sets it. */
const stopTime = () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  return (ms: number) => clock.mockReturnValue(ms);
};

test('large answers that are not read are limited; the oldest is closed to make room', async () => {
  const setTime = stopTime();
  for (let n = 0; n < 4; n += 1) requestWithoutReading('/large');
  await vi.waitUntil(async () => (await status('/large')) === 503, { timeout: 60_000 });
  expect(await status('/small')).toBe(200);
  expect(await status('/large')).toBe(503);
  setTime(2000);
  expect(await status('/large')).toBe(200);
});

test('large answers that are read are not limited', async () => {
  for (let n = 0; n < 6; n += 1) expect(await status('/large')).toBe(200);
});

test('large bodies that never arrive are limited and closed to make room; small ones always pass', async () => {
  const setTime = stopTime();
  for (let n = 0; n < 128; n += 1) startBody(mebibyte - 1);
  const body = JSON.stringify('x'.repeat(200_000));
  const headers = { 'content-type': 'application/json' };
  const post = (sent = body) => status('/body', { method: 'POST', headers, body: sent });
  await vi.waitUntil(async () => (await post()) === 503, { timeout: 60_000 });
  expect(await post('{}')).toBe(200);
  expect(await post()).toBe(503);
  setTime(2000);
  expect(await post()).toBe(200);
});
