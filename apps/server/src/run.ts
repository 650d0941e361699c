import cluster from 'node:cluster';
import closeWithGrace from 'close-with-grace';
import type { Env } from './env.ts';
import { type Service, serve } from './serve.ts';
import { onToldByPrimary, tellPrimary } from './workers/messages.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Signals that are not a worker's own. */
const skip = cluster.isWorker ? (['SIGINT', 'SIGHUP', 'SIGQUIT'] as const).slice() : [];

const readyMessage = ({ url, notice, metricsUrl }: Service) =>
  [
    `Daybook is ready at ${url}`,
    `  front-end ${url}/app/   REST ${url}/auth …   typed client ${url}/trpc   reference ${url}/docs`,
    `  ${notice}`,
    ...(metricsUrl ? [`  metrics ${metricsUrl}`] : []),
  ].join('\n');

const metricsOf = ({ metricsHost: host, metricsPort: port }: Env) =>
  port === undefined ? undefined : { host, port };

/** The first of several workers speaks for all. */
const isQuiet = cluster.isWorker && cluster.worker?.id !== 1;

/**
 * Serves until SIGINT or SIGTERM, or until the primary of several workers says so; requests that run then have ten seconds
 * to finish.
 * @param message printed when the service is ready
 */
export async function run(env: Env, message: (service: Service) => string = readyMessage): Promise<void> {
  const shutdown = new AbortController();
  const started = serve(env, process.stdout.isTTY === true, shutdown.signal, isQuiet ? () => {} : print);
  // Before the start has finished, so that a signal meanwhile closes the database too.
  let isStopping = false;
  let shouldDrain = false;
  const stopping = closeWithGrace({ delay: 10_000, logger: false, skip }, async ({ err, signal }) => {
    isStopping = true;
    shutdown.abort();
    const service = await started.catch(() => undefined);
    if (err && service) service.log.error({ err }, 'shutting down after an uncaught error');
    else if (err) process.stderr.write(`${err.stack}\n`);
    // Ctrl-C comes from a person who waits, so it skips draining.
    await service?.close(shouldDrain || signal === 'SIGTERM');
  });
  if (cluster.isWorker) {
    // A terminal sends these to the primary too, which passes them on.
    for (const signal of skip) process.on(signal, () => {});
    onToldByPrimary(({ drain }) => {
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
  if (cluster.isWorker) tellPrimary({ kind: 'ready', message: message(service), metrics: metricsOf(env) });
  else print(message(service));
}
