import cluster from 'node:cluster';
import closeWithGrace from 'close-with-grace';
import { describeError } from './describe-error.ts';
import { type Env, readEnv } from './env.ts';
import { announce, isTerminal, type Notify, notify } from './notices.ts';
import { type Service, serve } from './serve.ts';
import { onPrimaryMessage, sendToPrimary } from './workers/messages.ts';

/** Signals that are not a worker's own. */
const ignoredSignals = cluster.isWorker ? (['SIGINT', 'SIGHUP', 'SIGQUIT'] as const).slice() : [];

const metricsOf = ({ metricsHost: host, metricsPort: port }: Env) =>
  port === undefined ? undefined : { host, port };

/** The first of several workers speaks for all. */
const isQuiet = cluster.isWorker && cluster.worker?.id !== 1;

/**
 * Serves until SIGINT or SIGTERM, or until the primary of several workers says so; requests that run then have ten seconds
 * to finish.
 * @param onReady called when the service is ready
 */
export async function run(env: Env, onReady: (service: Service) => void = announce): Promise<void> {
  const tell: Notify = isQuiet ? () => {} : notify;
  for (const warning of env.warnings) tell('warn', warning);
  const shutdown = new AbortController();
  const started = serve(env, isTerminal, shutdown.signal, tell);
  // Before the start has finished, so that a signal meanwhile closes the database too.
  let isStopping = false;
  let shouldDrain = false;
  const stopping = closeWithGrace(
    { delay: 10_000, logger: false, skip: ignoredSignals },
    async ({ err, signal }) => {
      isStopping = true;
      shutdown.abort();
      const service = await started.catch(() => undefined);
      if (err && service) service.log.error({ err }, 'shutting down after an uncaught error');
      else if (err) notify('fatal', 'ended by an uncaught error', { err });
      // Ctrl-C comes from a person who waits, so it skips draining.
      await service?.close(shouldDrain || signal === 'SIGTERM');
    },
  );
  if (cluster.isWorker) {
    // A terminal sends these to the primary too, which passes them on.
    for (const signal of ignoredSignals) process.on(signal, () => {});
    onPrimaryMessage(({ drain }) => {
      // A second call would end the process at once.
      if (isStopping) return;
      shouldDrain = drain;
      stopping.close();
    });
  }
  const service = await started.catch((error) => {
    if (!shutdown.signal.aborted) throw error;
  });
  if (!service) return;
  const { url, database } = service;
  if (cluster.isWorker) sendToPrimary({ kind: 'ready', url, database, metrics: metricsOf(env) });
  else onReady(service);
}

/** Serves with the configuration of the environment; if it cannot, says why and ends with exit code 1. */
export async function start(onReady?: Parameters<typeof run>[1]): Promise<void> {
  try {
    await run(readEnv(), onReady);
  } catch (error) {
    notify('fatal', describeError(error));
    process.exit(1);
  }
}
