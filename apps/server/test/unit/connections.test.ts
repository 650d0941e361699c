import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpError, setErrorHandlers } from '@daybook/facade';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { admission } from '../../src/http/admission.ts';
import { drain, limitClosingTime, limitConnections, limitPipelining } from '../../src/http/connections.ts';

describe('the number of connections', () => {
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
});

describe('pipelining', () => {
  let app: FastifyInstance;
  let running = 0;
  let mostRunning = 0;

  beforeEach(async () => {
    [running, mostRunning] = [0, 0];
    app = Fastify();
    limitPipelining(app, 500, 20);
    const work = async (answer: string) => {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await wait(1);
      running -= 1;
      return answer;
    };
    app.get('/slow/:n', ({ params }) => work((params as { n: string }).n));
    app.post('/echo', ({ body }) => work(JSON.stringify(body)));
    app.get('/quick', async () => 'quick');
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => app.close());

  /** Sends this on a connection of its own. @returns the bodies of the answers so far, and the connection */
  async function open(sent: string) {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (data) => {
      text += data;
    });
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(sent);
    const bodies = () => text.split('HTTP/1.1 ').flatMap((answer) => answer.split('\r\n\r\n')[1] ?? []);
    return { socket, bodies };
  }
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n));
  const slow = (count: number) =>
    numbers(count)
      .map((n) => get(`/slow/${n}`))
      .join('');

  test('requests that are sent ahead are answered one by one, in their order', async () => {
    const { socket, bodies } = await open(slow(300));
    await expect.poll(() => bodies().length).toBe(300);
    expect(bodies()).toEqual(numbers(300));
    expect(mostRunning).toBe(1);
    socket.write(get('/quick'));
    await expect.poll(() => bodies().at(-1)).toBe('quick');
    socket.destroy();
  });

  test('a body comes with its request, also where the rest of it is sent later', async () => {
    const post = (body: string, length = body.length) =>
      `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
    const { socket, bodies } = await open(`${post('[1]')}${get('/slow/2')}${post('[3]')}${post('[4', 3)}`);
    await expect.poll(() => bodies().length).toBe(3);
    socket.write(`]${get('/quick')}`);
    await expect.poll(() => bodies()).toEqual(['[1]', '2', '[3]', '[4]', 'quick']);
    socket.destroy();
  });

  test('others have their turns meanwhile', async () => {
    const { socket, bodies } = await open(get('/quick').repeat(400));
    await expect.poll(() => bodies().length, { interval: 1 }).toBeGreaterThan(0);
    const other = await open(get('/quick'));
    await expect.poll(() => other.bodies(), { interval: 1 }).toEqual(['quick']);
    expect(bodies().length).toBeLessThan(400);
    await expect.poll(() => bodies().length).toBe(400);
    socket.destroy();
    other.socket.destroy();
  });

  test('where too many wait, the connections with many of them are cut, and no others', async () => {
    const few = await open(slow(10));
    const many = await Promise.all([1, 2, 3].map(() => open(slow(400))));
    const cut = () => many.filter(({ socket }) => socket.closed).length;
    await expect.poll(cut).toBeGreaterThan(0);
    await expect.poll(() => few.bodies().length).toBe(10);
    expect(few.socket.closed).toBe(false);
    // Those that wait on a connection that has gone count no more.
    for (const { socket } of many) socket.destroy();
    const connections = () =>
      new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(connections).toBe(1);
    const after = await open(slow(300));
    await expect.poll(() => after.bodies().length).toBe(300);
    for (const { socket } of [few, after]) socket.destroy();
  });
});

describe('a shutdown', () => {
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
});
