import { writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { DomainError } from '@daybook/domain';
import { type Database, erasure } from '@daybook/domain/server';
import { openDatabase } from './database.ts';
import { describeError } from './describe-error.ts';
import { type Env, readEnv } from './env.ts';

/** Wrong arguments; the message says which are accepted. */
export class UsageError extends Error {}

/** Writes a file that only its owner reads. @throws UsageError where it is not a new file in a folder that is there */
export function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new UsageError(`${file} is there already: name a new file.`);
    throw new UsageError(
      `${file} cannot be written (${code}): name a new file in a folder that you may write to.`,
    );
  }
}

/** Names that people chose could move the cursor, or hide what follows: such characters are shown by their codes. */
const printable = (text: string) =>
  text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });

/**
 * Runs a command, prints what it returns and ends the process: with 0 for success, 1 for failure, 2 for a `UsageError`, 128 and
 * the number of the signal that stopped it.
 * @param run its signal is aborted by Ctrl-C and SIGTERM: it then removes what it has written and throws
 * @param stopped what to print then
 */
export async function runCommand(
  run: (signal: AbortSignal) => Promise<string>,
  stopped = 'Stopped.',
): Promise<never> {
  const controller = new AbortController();
  let stopCode = 1;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stopCode = 128 + constants.signals[signal];
      controller.abort();
    });
  try {
    const text = `${printable(await run(controller.signal))}\n`;
    // What a pipe has not taken yet would be lost at the exit.
    await new Promise((written) => process.stdout.write(text, written));
    process.exit(0);
  } catch (error) {
    const isPlain = error instanceof UsageError || error instanceof DomainError;
    const message = isPlain ? error.message : describeError(error);
    process.stderr.write(`${controller.signal.aborted ? stopped : printable(message)}\n`);
    process.exit(error instanceof UsageError ? 2 : stopCode);
  }
}

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

/**
 * Runs a command about one person, who is named by identifier or username, and ends the process.
 * @param count of the arguments
 * @param run answers what to tell the operator
 */
export function personCommand(
  usage: string,
  count: number,
  run: (db: Database, id: string, ...others: string[]) => Promise<string>,
): Promise<never> {
  return runCommand(async () => {
    const [name, ...others] = process.argv.slice(2);
    if (name === undefined || name.startsWith('-') || others.length !== count - 1)
      throw new UsageError(usage);
    const database = await openDatabase(readEnv());
    try {
      const db = database.pools.users;
      return await run(db, await findPerson(db, name), ...others);
    } finally {
      await database.close();
    }
  });
}

/** A username that several deleted accounts had is not enough. @throws UsageError */
async function findPerson(db: Database, name: string): Promise<string> {
  const found = await erasure.find(db, name);
  const [one, ...others] = found;
  if (!one) throw new UsageError(`There is no user with the username or identifier ${name}.`);
  if (others.length === 0) return one.id;
  const lines = found.map(
    ({ id, fullName, deletedAt }) =>
      `  ${id}  ${fullName}${deletedAt ? `, deleted ${deletedAt.slice(0, 10)}` : ''}`,
  );
  throw new UsageError(`Several have or had this username: name one by identifier.\n${lines.join('\n')}`);
}
