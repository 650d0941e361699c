import { type Server, Server as TcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

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
