import { describeError } from './describe-error.ts';
import { readEnv } from './env.ts';
import { run } from './run.ts';

/** Serves with the configuration of the environment; if it cannot, says why and ends with exit code 1. */
export async function start(message?: Parameters<typeof run>[1]): Promise<void> {
  try {
    await run(readEnv(), message);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exit(1);
  }
}
