import { parseArgs } from 'node:util';
import { hashPassword } from '@daybook/api';
import { Username } from '@daybook/domain';
import { accounts } from '@daybook/domain/server';
import { runCommand, UsageError } from './command.ts';
import { openDatabase } from './database.ts';
import { readEnv } from './env.ts';
import { randomPassword, removeOldPassword } from './first-administrator.ts';

const usage = `Name one account:
  npm run admin -- ada          makes this account an active Administrator with a new password
  npm run admin -- ada --new    makes a new Administrator`;

/** @throws UsageError */
function parsed(): { username: string; isNew: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { new: { type: 'boolean' } },
    });
    if (positionals.length !== 1) throw new UsageError(usage);
    const { data: username, error } = Username.safeParse(positionals[0]);
    if (username === undefined) throw new UsageError(`The name ${error?.issues[0]?.message}. ${usage}`);
    return { username, isNew: values.new === true };
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(usage) : error;
  }
}

await runCommand(async () => {
  const { username, isNew } = parsed();
  const env = readEnv();
  const database = await openDatabase(env);
  try {
    const db = database.pools.users;
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
