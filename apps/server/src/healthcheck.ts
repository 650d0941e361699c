import { readEnv } from './env.ts';
import { addressOf } from './listen.ts';

// The image's health check: exits with 0 if the service with this environment is ready, else with 1.
try {
  const env = readEnv();
  const answer = await fetch(`${addressOf(env.host, env.port)}${env.basePath}/readyz`, {
    signal: AbortSignal.timeout(2500),
  });
  process.stdout.write(`${answer.status} ${await answer.text()}\n`);
  process.exit(answer.ok ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
