import { type Server, Server as TcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

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
