import { mkdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { describeError } from '../describe-error.ts';
import { type Env, readEnv } from '../env.ts';

/** The backup or the restore command. */
export interface Command {
  /** Printed when it is called with wrong arguments. */
  readonly usage: string;
  /** Printed when DATABASE_URL is set: the same for PostgreSQL. */
  readonly postgresHint: string;
  /** Whether it takes --replace. */
  readonly hasReplaceOption: boolean;
  /**
   * @param signal aborted by Ctrl-C: it then removes what it has written and throws
   * @returns lines that say what was done
   */
  run(env: Env, file: string, signal: AbortSignal, replaceExisting: boolean): Promise<string>;
}

/** Creates the folder, or removes what is in it; mode 0700. */
export async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
}

/** Runs it with the process's arguments and exits: with 0 for success, 1 for failure, 2 for wrong arguments. */
export async function runCommand({ usage, postgresHint, hasReplaceOption, run }: Command): Promise<never> {
  const files = process.argv.slice(2).filter((argument) => !(hasReplaceOption && argument === '--replace'));
  const [file] = files;
  const isWrong = file === undefined || files.length > 1 || file.startsWith('-');
  return runOnce(isWrong ? usage : undefined, 'Stopped; nothing was changed.', async (signal) => {
    const env = readEnv();
    if (env.databaseUrl !== undefined) return exitWith(2, postgresHint);
    return run(env, resolve(String(file)), signal, process.argv.includes('--replace'));
  });
}

/**
 * Runs a command and exits: with 0 for success, 1 for failure, 2 for wrong arguments, 128 and the number of the signal that
 * stopped it.
 * @param wrong what to print instead where the arguments are wrong
 * @param stopped what to print when a signal has stopped it
 * @param run is given the signal's signal, and returns what to print
 */
export async function runOnce(
  wrong: string | undefined,
  stopped: string,
  run: (signal: AbortSignal) => Promise<string>,
): Promise<never> {
  if (wrong !== undefined) return exitWith(2, wrong);
  const controller = new AbortController();
  let code = 1;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      code = 128 + constants.signals[signal];
      controller.abort();
    });
  try {
    process.stdout.write(`${await run(controller.signal)}\n`);
    process.exit(0);
  } catch (error) {
    return exitWith(code, controller.signal.aborted ? stopped : describeError(error));
  }
}

function exitWith(code: number, line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(code);
}
