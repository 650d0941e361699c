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
