import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests that wait on all connections together, of 12 kB each, before those of which more wait are cut. */
const MAX_WAITING = 10_000;
const SPARED_WAITING = 100;

/**
 * Works on one request of a connection at a time. A client may send more before it is answered (RFC 9112, section 9.3), and
 * Node reads thousands of them at once: each begins when the answer before it has been sent, in another turn of the event
 * loop, so that all connections have their turns. Nothing more is read from the connection meanwhile.
 */
export function limitPipelining(app: FastifyInstance, max = MAX_WAITING, spared = SPARED_WAITING): void {
  const server = app.server as Server;
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
