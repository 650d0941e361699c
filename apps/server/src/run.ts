import closeWithGrace from 'close-with-grace';
import type { Env } from './env.ts';
import { type Service, serve } from './serve.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const readyMessage = ({ url, notice }: Service) =>
  [
    `Daybook is ready at ${url}`,
    `  front-end ${url}/app/   REST ${url}/auth …   typed client ${url}/trpc   reference ${url}/docs`,
    `  ${notice}`,
  ].join('\n');

/**
 * Serves until SIGINT or SIGTERM; requests that run then have ten seconds to finish.
 * @param message printed when the service is ready
 */
export async function run(env: Env, message: (service: Service) => string = readyMessage): Promise<void> {
  const shutdown = new AbortController();
  const started = serve(env, process.stdout.isTTY === true, shutdown.signal, print);
  // Before the start has finished, so that a signal meanwhile closes the database too.
  closeWithGrace({ delay: 10_000, logger: false }, async ({ err, signal }) => {
    shutdown.abort();
    const service = await started.catch(() => undefined);
    if (err && service) service.log.error({ err }, 'shutting down after an uncaught error');
    else if (err) process.stderr.write(`${err.stack}\n`);
    // Ctrl-C comes from a person who waits, so it skips draining.
    await service?.close(signal === 'SIGTERM');
  });
  const service = await started.catch((error) => {
    if (!shutdown.signal.aborted) throw error;
  });
  if (service) print(message(service));
}
