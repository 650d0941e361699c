import type { Server } from 'node:http';
import type { Socket } from 'node:net';
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
  const server = app.server as Server;
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
