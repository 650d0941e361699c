import { mkdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { type Env, readEnv } from '../env.ts';
import { clearLine } from '../failures.ts';

/** Both commands: what they print where they cannot be used, and what they do. */
export interface Command {
  /** How to call it. */
  readonly usage: string;
  /** What does the same for PostgreSQL. */
  readonly onServer: string;
  /** Whether --replace may stand before or after the file. */
  readonly mayReplace: boolean;
  /**
   * @param stopping aborted by Ctrl-C: it removes what it made so far and throws
   * @returns the lines that say what was done
   */
  run(env: Env, file: string, stopping: AbortSignal, replaces: boolean): Promise<string>;
}

/** The folder, open to its owner alone and with nothing in it. */
export async function empty(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
}

/** Runs it with the process's arguments and ends the process: 0 done, 1 failed, 2 called in a wrong way. */
export async function perform({ usage, onServer, mayReplace, run }: Command): Promise<never> {
  const files = process.argv.slice(2).filter((argument) => !(mayReplace && argument === '--replace'));
  const [file] = files;
  if (file === undefined || files.length > 1 || file.startsWith('-')) return end(2, usage);
  const stopping = new AbortController();
  let code = 1;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      code = 128 + constants.signals[signal];
      stopping.abort();
    });
  try {
    const env = readEnv();
    if (env.databaseUrl !== undefined) return end(2, onServer);
    const done = await run(env, resolve(file), stopping.signal, process.argv.includes('--replace'));
    process.stdout.write(`${done}\n`);
    process.exit(0);
  } catch (error) {
    return end(code, stopping.signal.aborted ? 'Stopped; nothing was changed.' : clearLine(error));
  }
}

function end(code: number, line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(code);
}
