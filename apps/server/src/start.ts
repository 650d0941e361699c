import { describeError } from './describe-error.ts';
import { readEnv } from './env.ts';
import { notify } from './notices.ts';
import { run } from './run.ts';

/** Serves with the configuration of the environment; if it cannot, says why and ends with exit code 1. */
export async function start(onReady?: Parameters<typeof run>[1]): Promise<void> {
  try {
    await run(readEnv(), onReady);
  } catch (error) {
    notify('fatal', describeError(error));
    process.exit(1);
  }
}
