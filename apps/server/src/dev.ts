import { describeError } from './describe-error.ts';
import { readEnv } from './env.ts';
import { run } from './run.ts';

// npm run dev: restarted at every change, behind the front-end's dev server, which prints its own address.
try {
  await run(readEnv(), () => 'The service has started.');
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}
