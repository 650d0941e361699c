import type { FastifyInstance } from 'fastify';

/** Milliseconds: more than any answer may take. */
const patience = 9000;
/** Milliseconds that a client has for its next request while the application closes. */
const keptAlive = 1000;

/**
 * `close()` ends, whoever is connected. Node waits for every connection that had a request when it stopped listening:
 * after its answer as long as it is kept alive (72 s), and for ever where the rest of a body never comes, since nobody
 * looks after time limits any more. Answers made meanwhile say that they close their connection; what is still open
 * after `limit` is cut.
 *
 * @param limit milliseconds, from the call of `close()`
 */
export function closesInTime(app: FastifyInstance, limit = patience): void {
  let isClosing = false;
  let ending: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    isClosing = true;
    // For answers whose headers had been sent.
    app.server.keepAliveTimeout = keptAlive;
    ending = setTimeout(() => app.server.closeAllConnections(), limit);
  });
  app.addHook('onClose', async () => clearTimeout(ending));
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}
