import closeWithGrace from 'close-with-grace';
import type { Env } from './env.ts';
import { serve } from './serve.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Serves until SIGINT or SIGTERM; what is in flight then has ten seconds to finish. */
export async function run(env: Env): Promise<void> {
  const stopping = new AbortController();
  const starting = serve(env, process.stdout.isTTY === true, stopping.signal, say);
  // Already now: a signal during the start closes the database too.
  closeWithGrace({ delay: 10_000, logger: false }, async ({ err, signal }) => {
    stopping.abort();
    const service = await starting.catch(() => undefined);
    if (err && service) service.log.error({ err }, 'stopping after an error that nobody caught');
    else if (err) process.stderr.write(`${err.stack}\n`);
    // Ctrl-C is a person at the terminal, who waits.
    await service?.close(signal === 'SIGTERM');
  });
  const service = await starting.catch((error) => {
    if (!stopping.signal.aborted) throw error;
  });
  if (!service) return;
  const { url, notice } = service;
  say(`Daybook is ready at ${url}`);
  say(`  front-end ${url}/app/   REST ${url}/auth …   typed client ${url}/trpc   reference ${url}/docs`);
  say(`  ${notice}`);
}
