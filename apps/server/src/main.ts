import closeWithGrace from 'close-with-grace';
import { readEnv } from './env.ts';
import { clearLine } from './failures.ts';
import { serve } from './serve.ts';

const terminal = process.stdout.isTTY === true;
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const service = await serve(readEnv(), terminal);
  say(`Daybook is ready at ${service.url}`);
  say(`  REST ${service.url}/auth …   typed client ${service.url}/trpc   reference ${service.url}/docs`);
  for (const notice of service.notices) say(`  ${notice}`);

  closeWithGrace({ delay: 10_000, logger: false }, async ({ err }) => {
    if (err) service.log.error({ err }, 'stopping after an error nobody caught');
    await service.close();
  });
} catch (error) {
  process.stderr.write(`${clearLine(error)}\n`);
  process.exit(1);
}
