import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runCommand, UsageError } from '../command.ts';
import { type Env, readEnv } from '../env.ts';

/** The backup or the restore command. */
export interface FileCommand {
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
  // The database of a command that was killed may still be ending there.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  await mkdir(folder, { mode: 0o700 });
}

/** Runs it with the process's arguments, which name a file, and exits. */
export function runFileCommand({ usage, postgresHint, hasReplaceOption, run }: FileCommand): Promise<never> {
  return runCommand(async (signal) => {
    const isReplace = (argument: string) => hasReplaceOption && argument === '--replace';
    const [file, ...others] = process.argv.slice(2).filter((argument) => !isReplace(argument));
    if (file === undefined || others.length > 0 || file.startsWith('-')) throw new UsageError(usage);
    const env = readEnv();
    if (env.databaseUrl !== undefined) throw new UsageError(postgresHint);
    return run(env, resolve(file), signal, process.argv.includes('--replace'));
  }, 'Stopped; nothing was changed.');
}
