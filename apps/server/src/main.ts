import cluster from 'node:cluster';
import { version } from './version.ts';

if (process.argv.includes('--version')) {
  process.stdout.write(`${version}\n`);
  process.exit(0);
}
// Before anything else is loaded: the process that starts the workers needs none of it, and a worker says what is wrong
// with WORKERS and the other variables.
// biome-ignore lint/style/noProcessEnv: env.ts reads them once more, with the others
const { WORKERS } = process.env;
const workers = Number(WORKERS);
if (cluster.isPrimary && workers > 1 && workers <= 64) {
  const { runWorkers } = await import('./workers/primary.ts');
  await runWorkers(Math.floor(workers));
} else {
  const { start } = await import('./run.ts');
  await start();
}
