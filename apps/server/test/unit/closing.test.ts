import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { failures, HttpError } from '@daybook/facade';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { admission } from '../../src/http/admission.ts';
import { closesInTime } from '../../src/http/closing.ts';

const limit = 3000;
let app: FastifyInstance;
let port: number;
let arrived: number;
/** Lets those that are worked on finish, now and later. */
let finish: () => void;
let agent: Agent;

beforeEach(async () => {
  app = Fastify();
  agent = new Agent({ keepAlive: true });
  arrived = 0;
  const finished = Promise.withResolvers<string>();
  finish = () => finished.resolve('done');
  failures(app, (error) => ({ status: error instanceof HttpError ? error.status : 500, body: {} }));
  closesInTime(app, limit);
  app.addHook('onRequest', async () => {
    arrived += 1;
  });
  await app.register(async (scope) => {
    const lane = { active: 1, waiting: 5, patience: 60_000, burst: 60_000 };
    admission(scope, { only: lane }, () => 'only');
    scope.all('/', () => finished.promise);
  });
  app.get('/slowly', (_request, reply) => {
    const body = new PassThrough();
    body.write('begun');
    finished.promise.then((end) => body.end(end));
    return reply.send(body);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(() => {
  finish();
  agent.destroy();
});

const ask = (path = '/') =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request({ agent, port, path }, (answer) => resolve(answer.resume()))
      .on('error', reject)
      .end();
  });
const arrive = (count: number) => expect.poll(() => arrived).toBe(count);
/** Milliseconds from the moment it listens no more. */
async function closing() {
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  const begin = performance.now();
  return closed.then(() => performance.now() - begin);
}
const nothing = () => {};

test('what is worked on and what waits is served, and its connection closed', async () => {
  const answers = [ask(), ask()];
  await arrive(2);
  const closed = closing();
  await expect.poll(() => app.server.listening).toBe(false);
  finish();
  for (const { statusCode, headers } of await Promise.all(answers))
    expect([statusCode, headers.connection]).toEqual([200, 'close']);
  expect(await closed).toBeLessThan(limit / 2);
});

test('a connection whose answer had begun is not kept alive for longer than a moment', async () => {
  expect((await ask('/slowly')).headers.connection).toBe('keep-alive');
  const closed = closing();
  await expect.poll(() => app.server.listening).toBe(false);
  finish();
  expect(await closed).toBeLessThan(limit - 100);
});

test('who never sends the rest of a body is waited for as long as there is time', async () => {
  const socket = connect(port, '127.0.0.1').on('error', nothing);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf');
  await arrive(1);
  expect(await closing()).toBeLessThan(limit + 1000);
});

test('injected requests that wait are refused', async () => {
  const first = app.inject('/');
  const second = app.inject('/');
  await arrive(2);
  await app.close();
  expect((await second).statusCode).toBe(503);
  finish();
  expect((await first).statusCode).toBe(200);
});
