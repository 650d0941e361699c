import { hashPassword } from '@daybook/api';
import { Username } from '@daybook/domain';
import { accounts } from '@daybook/domain/server';
import { runCommand, UsageError } from './command.ts';
import { openDatabase } from './database.ts';
import { readEnv } from './env.ts';
import { randomPassword } from './first-administrator.ts';

// npm run admin -- NAME: creates an active Administrator with this username, or resets the account's password and role.
await runCommand(async () => {
  const [argument, ...others] = process.argv.slice(2);
  const { data: username, error } = Username.safeParse(argument);
  if (others.length > 0 || argument?.startsWith('-') || username === undefined) {
    const problem = argument === undefined ? '' : `The name ${error?.issues[0]?.message}. `;
    throw new UsageError(`${problem}Name one account: npm run admin -- ada`);
  }
  const database = await openDatabase(readEnv());
  try {
    const password = randomPassword();
    await accounts.makeAdministrator(database.pools.users, username, await hashPassword(password));
    return `${username} is an active Administrator; the password is ${password}`;
  } finally {
    await database.close();
  }
});
