import closeWithGrace from 'close-with-grace';
import type { Env } from './env.ts';
import { serve } from './serve.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Serves until SIGINT or SIGTERM; what is in flight then has ten seconds to finish. */
export async function run(env: Env): Promise<void> {
  const service = await serve(env, process.stdout.isTTY === true);
  say(`Daybook is ready at ${service.url}`);
  say(`  REST ${service.url}/auth …   typed client ${service.url}/trpc   reference ${service.url}/docs`);
  for (const notice of service.notices) say(`  ${notice}`);
  closeWithGrace({ delay: 10_000, logger: false }, async ({ err }) => {
    if (err) service.log.error({ err }, 'stopping after an error that nobody caught');
    await service.close();
  });
}
