import { type Server, Server as TcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds without a connection that count as quiet. */
const quiet = 500;
/** For the requests on connections that were made last. */
const lastCall = 500;
const step = 50;

/**
 * Time for a balancer to see in `/readyz` that this instance leaves, and for every kept-alive connection to be closed
 * by an answer: one that is closed while a request is on its way loses the request. Then the server listens no more.
 * Ends as soon as nobody is connected any more.
 * @param patience milliseconds to wait for that
 */
export async function drain(server: Server, patience = 3000): Promise<void> {
  let calm = 0;
  for (let waited = 0; waited < patience && calm < quiet; waited += step) {
    await wait(step);
    calm = (await connections(server)) === 0 ? calm + step : 0;
  }
  // Not HTTP's own, which at once closes connections whose first request is on its way.
  TcpServer.prototype.close.call(server);
  for (let waited = 0; waited < lastCall && (await connections(server)) > 0; waited += step) await wait(step);
}

const connections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
