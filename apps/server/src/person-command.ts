import { type Database, erasure } from '@daybook/domain/server';
import { runCommand, UsageError } from './command.ts';
import { openDatabase } from './database.ts';
import { readEnv } from './env.ts';

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
