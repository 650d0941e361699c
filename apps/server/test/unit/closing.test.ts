import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpError, setErrorHandlers } from '@daybook/facade';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { admission } from '../../src/http/admission.ts';
import { drain, limitClosingTime } from '../../src/http/connections.ts';

/** Longer than the tests take. */
const longTimeoutMs = 60_000;
let app: FastifyInstance;
let port: number;
let arrived: number;
/** Lets all requests finish, now and later. */
let finish: () => void;
let agent: Agent;

/** @param timeoutMs when what is left is closed by force */
async function begin(timeoutMs = longTimeoutMs) {
  app = Fastify();
  agent = new Agent({ keepAlive: true });
  arrived = 0;
  const finished = Promise.withResolvers<string>();
  finish = () => finished.resolve('done');
  setErrorHandlers(app, (error) => ({ status: error instanceof HttpError ? error.status : 500, body: {} }));
  limitClosingTime(app, timeoutMs);
  app.addHook('onRequest', async () => {
    arrived += 1;
  });
  await app.register(async (scope) => {
    const limits = { concurrency: 1, queueLimit: 5, maxWaitMs: 60_000, burstWaitMs: 60_000 };
    admission(
      scope,
      { only: limits },
      () => 'only',
      () => '',
    );
    scope.all('/', () => finished.promise);
  });
  app.get('/slowly', (_request, reply) => {
    const body = new PassThrough();
    body.write('start');
    finished.promise.then((end) => body.end(end));
    return reply.send(body);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
}
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
const expectArrived = (count: number) => expect.poll(() => arrived).toBe(count);
/** Begins to close; `closed` resolves once it has. */
async function closing() {
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  return { closed };
}
/** Whether it ends before what is left is closed by force. */
const isSooner = (closed: Promise<unknown>) => {
  const start = performance.now();
  return closed.then(() => performance.now() - start < longTimeoutMs);
};
const ignore = () => {};

test('requests that run and those in the queue are served, and their connections closed', async () => {
  await begin();
  const answers = [ask(), ask()];
  await expectArrived(2);
  const { closed } = await closing();
  finish();
  for (const { statusCode, headers } of await Promise.all(answers))
    expect([statusCode, headers.connection]).toEqual([200, 'close']);
  expect(await isSooner(closed)).toBe(true);
});

test('a connection whose answer had started is not kept alive', async () => {
  await begin();
  expect((await ask('/slowly')).headers.connection).toBe('keep-alive');
  const { closed } = await closing();
  finish();
  expect(await isSooner(closed)).toBe(true);
});

test('a client that never sends the rest of a body is waited for until the timeout', async () => {
  await begin(200);
  const socket = connect(port, '127.0.0.1').on('error', ignore);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf');
  await expectArrived(1);
  await (await closing()).closed;
});

test('injected requests in the queue are refused', async () => {
  await begin();
  const first = app.inject('/');
  const second = app.inject('/');
  await expectArrived(2);
  await app.close();
  expect((await second).statusCode).toBe(503);
  finish();
  expect((await first).statusCode).toBe(200);
});

async function listening() {
  const server = createServer((_request, response) => response.end('served'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

test('a request on the last new connection is answered', async () => {
  const { server, port } = await listening();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const drained = drain(server, 100);
  while (server.listening) await wait(10);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const chunks = await socket.setEncoding('utf8').toArray();
  expect(chunks.join('')).toContain('served');
  await drained;
});

test('without connections it stops listening at once', async () => {
  const { server, port } = await listening();
  await drain(server, 3_600_000);
  const [error] = await once(connect(port, '127.0.0.1'), 'error');
  expect(error.code).toBe('ECONNREFUSED');
});
