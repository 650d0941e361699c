import type { Server as HttpServer, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Server, type Socket, Server as TcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@daybook/domain';
import { rawResponse } from '@daybook/facade';
import type { FastifyInstance } from 'fastify';
import { restFailure } from './failure.ts';

/** When a refused connection is closed, whether it has sent anything or not. */
const refusalTimeoutMs = 1000;
/** How long a connection may take to send a whole request before it may be closed to make room. */
const graceMs = 1000;
const reportIntervalMs = 10_000;
const closeIdleIntervalMs = 1000;

/**
 * Limits open connections. One more is answered 503, and to make room for the next one idle connections are closed, and
 * the one that has been without a complete request for the longest time. A tenth as many may wait for that answer; beyond
 * that the oldest of them is closed without it.
 */
export function limitConnections(app: FastifyInstance, maxConnections: number): void {
  const server = app.server as HttpServer;
  const [accept] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (!accept) throw new Error('The server has no listener for connections.');
  const open = new Set<Socket>();
  /** Connections without a complete request: since when, the oldest first. */
  const incomplete = new Map<Socket, number>();
  const refused = new Set<Socket>();
  let reportedAt = Number.NEGATIVE_INFINITY;
  let idleClosedAt = Number.NEGATIVE_INFINITY;

  const makeRoom = (now: number) => {
    const [[socket, since] = [undefined, now]] = incomplete;
    if (now - since >= graceMs) socket?.destroy();
    if (now - idleClosedAt < closeIdleIntervalMs) return;
    idleClosedAt = now;
    server.closeIdleConnections();
  };
  const refuse = (socket: Socket) => {
    const now = performance.now();
    makeRoom(now);
    if (now - reportedAt >= reportIntervalMs) {
      reportedAt = now;
      app.log.warn({ connections: open.size }, 'more connections than MAX_CONNECTIONS');
    }
    const [oldest] = refused;
    if (refused.size >= maxConnections / 10) oldest?.destroy();
    refused.add(socket);
    socket.once('close', () => refused.delete(socket));
    socket.on('error', () => socket.destroy());
    setTimeout(() => socket.destroy(), refusalTimeoutMs).unref();
    // Not before the request arrives: a client that is answered earlier may take it for a broken connection.
    socket.once('data', () => socket.end(refusalResponse()));
  };

  server.off('connection', accept).on('connection', (socket: Socket) => {
    if (open.size >= maxConnections) {
      refuse(socket);
      return;
    }
    open.add(socket);
    incomplete.set(socket, performance.now());
    socket.once('close', () => {
      open.delete(socket);
      incomplete.delete(socket);
    });
    accept.call(server, socket);
  });
  // The body has arrived.
  app.addHook('preValidation', ({ raw: { socket } }, _reply, done) => {
    incomplete.delete(socket);
    done();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    if (open.has(socket)) incomplete.set(socket, performance.now());
    done();
  });
}

const refusalResponse = () =>
  rawResponse(
    restFailure(
      new DomainError('UNAVAILABLE', 'Too many connections: try again.', { retryAfter: 1 }),
      undefined,
    ),
  );

/** Requests that wait on all connections together, of 12 kB each, before those of which more wait are cut. */
const MAX_WAITING = 10_000;
const SPARED_WAITING = 100;

/**
 * Works on one request of a connection at a time. A client may send more before it is answered (RFC 9112, section 9.3), and
 * Node reads thousands of them at once: each begins when the answer before it has been sent, in another turn of the event
 * loop, so that all connections have their turns. Nothing more is read from the connection meanwhile.
 */
export function limitPipelining(app: FastifyInstance, max = MAX_WAITING, spared = SPARED_WAITING): void {
  const server = app.server as HttpServer;
  const [handle] = server.listeners('request') as RequestListener[];
  if (!handle) throw new Error('The server has no listener for requests.');
  const waiting = new Map<Socket, number>();
  let all = 0;

  // Node resumes the connection after each answer.
  function pauseAgain(this: Socket) {
    this.pause();
  }
  function forget(this: Socket) {
    all -= waiting.get(this) ?? 0;
    waiting.delete(this);
    this.off('resume', pauseAgain).off('close', forget);
  }
  const enter = (socket: Socket) => {
    const before = waiting.get(socket) ?? 0;
    if (before === 0) socket.on('resume', pauseAgain).on('close', forget).pause();
    waiting.set(socket, before + 1);
    all += 1;
    if (all > max && before >= spared) socket.destroy();
  };
  const leave = (socket: Socket) => {
    const left = (waiting.get(socket) ?? 1) - 1;
    all -= 1;
    waiting.set(socket, left);
    if (left > 0) return;
    forget.call(socket);
    socket.resume();
  };

  server.off('request', handle).on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // It has its socket unless another answer comes before it.
    if (response.socket) handle(request, response);
    else if (!socket.destroyed) {
      enter(socket);
      response.once('socket', () =>
        setImmediate(() => {
          if (socket.destroyed) return;
          leave(socket);
          handle(request, response);
        }),
      );
    }
  });
}

/** More than any answer may take. */
const closeTimeoutMs = 9000;
/** How long a client may wait with its next request while the application closes. */
const keepAliveTimeoutMs = 1000;

/**
 * Makes `close()` end in a limited time. Node waits for every connection that had a request when it stopped listening:
 * after its answer for the keep-alive timeout (72 s), and for ever where the rest of a body never arrives, since request
 * timeouts are not checked any more. So answers close their connection meanwhile, and what is open after `timeoutMs` is
 * destroyed.
 *
 * @param timeoutMs from the call of `close()`
 */
export function limitClosingTime(app: FastifyInstance, timeoutMs = closeTimeoutMs): void {
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    isClosing = true;
    // For answers whose headers have been sent already.
    app.server.keepAliveTimeout = keepAliveTimeoutMs;
    timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  });
  app.addHook('onClose', async () => clearTimeout(timer));
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** How long there must be no connection. */
const quietMs = 500;
/** For requests on the last connections. */
const lastRequestsMs = 500;
const pollIntervalMs = 50;

/**
 * Gives a load balancer time to see in `/readyz` that this instance shuts down, and every kept-alive connection time to be
 * closed by an answer: one that is closed while a request is being sent loses the request. Then stops listening.
 * @param timeoutMs after which it stops listening even if clients are still connected
 */
export async function drain(server: Server, timeoutMs = 3000): Promise<void> {
  let quietForMs = 0;
  for (let waitedMs = 0; waitedMs < timeoutMs && quietForMs < quietMs; waitedMs += pollIntervalMs) {
    await wait(pollIntervalMs);
    quietForMs = (await connections(server)) === 0 ? quietForMs + pollIntervalMs : 0;
  }
  // Not the HTTP server's own close, which also closes connections whose first request is being sent.
  TcpServer.prototype.close.call(server);
  for (
    let waitedMs = 0;
    waitedMs < lastRequestsMs && (await connections(server)) > 0;
    waitedMs += pollIntervalMs
  )
    await wait(pollIntervalMs);
}

const connections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
