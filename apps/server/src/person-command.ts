import { DomainError } from '@daybook/domain';
import { type Database, erasure } from '@daybook/domain/server';
import { openDatabase } from './database.ts';
import { describeError } from './describe-error.ts';
import { readEnv } from './env.ts';

/** A line for the operator; the exit code is 2. */
class UsageError extends Error {}

/**
 * Runs a command about one person, who is named by identifier or username, and ends the process.
 * @param count of the arguments
 * @param run answers what to tell the operator
 */
export async function personCommand(
  usage: string,
  count: number,
  run: (db: Database, id: string, ...others: string[]) => Promise<string>,
): Promise<void> {
  try {
    const [name, ...others] = process.argv.slice(2);
    if (name === undefined || name.startsWith('-') || others.length !== count - 1)
      throw new UsageError(usage);
    const database = await openDatabase(readEnv());
    try {
      const db = database.pools.users;
      process.stdout.write(`${await run(db, await findPerson(db, name), ...others)}\n`);
    } finally {
      await database.close();
    }
  } catch (error) {
    const isTold = error instanceof UsageError || error instanceof DomainError;
    process.stderr.write(`${isTold ? error.message : describeError(error)}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  }
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
