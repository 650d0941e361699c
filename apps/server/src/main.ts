import { describeError } from './describe-error.ts';
import { readEnv } from './env.ts';
import { run } from './run.ts';

try {
  await run(readEnv());
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}
