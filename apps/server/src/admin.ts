import { parseArgs } from 'node:util';
import { hashPassword } from '@daybook/api';
import { Username } from '@daybook/domain';
import { accounts, type Database } from '@daybook/domain/server';
import { runCommand, UsageError } from './command.ts';
import { openDatabase } from './database.ts';
import { readEnv } from './env.ts';
import { randomPassword, removeOldPassword } from './first-administrator.ts';

const usage = `Name one account:
  npm run admin -- ada          makes this account an active Administrator with a new password
  npm run admin -- ada --new    makes a new Administrator
  npm run admin -- reset-factors ada    ends its second factors, recovery codes and sessions`;

/** @throws UsageError */
function parsed(): { username: string; isNew: boolean; isReset: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { new: { type: 'boolean' } },
    });
    const isReset = positionals.length === 2 && positionals[0] === 'reset-factors' && !values.new;
    if (positionals.length !== 1 && !isReset) throw new UsageError(usage);
    const { data: username, error } = Username.safeParse(positionals.at(-1));
    if (username === undefined) throw new UsageError(`The name ${error?.issues[0]?.message}. ${usage}`);
    return { username, isNew: values.new === true, isReset };
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(usage) : error;
  }
}

/** @throws UsageError */
async function resetFactors(db: Database, username: string): Promise<string> {
  if (!(await accounts.resetFactorsByOperator(db, username)))
    throw new UsageError(`There is no account named ${username}.`);
  return `${username} has no second factor, recovery codes or sessions now: the password alone logs in.`;
}

await runCommand(async () => {
  const { username, isNew, isReset } = parsed();
  const env = readEnv();
  const database = await openDatabase(env);
  try {
    const db = database.pools.users;
    if (isReset) return await resetFactors(db, username);
    const password = randomPassword();
    const set = isNew ? accounts.makeAdministrator : accounts.resetAdministrator;
    if (!(await set(db, username, await hashPassword(password))))
      throw new UsageError(
        isNew
          ? `There is an account named ${username}: to give it a new password, leave out --new.`
          : `There is no account named ${username}: to make a new Administrator, add --new.`,
      );
    await removeOldPassword(db, env.dataDir);
    return `${username} is an active Administrator; the password is ${password}`;
  } finally {
    await database.close();
  }
});
