import { hashPassword } from '@daybook/api';
import { Username } from '@daybook/domain';
import { accounts } from '@daybook/domain/server';
import { openDatabase } from './database.ts';
import { describeError } from './describe-error.ts';
import { readEnv } from './env.ts';
import { randomPassword } from './first-administrator.ts';

// npm run admin -- NAME: creates an active Administrator with this username, or resets the account's password and role.
try {
  const [argument, ...others] = process.argv.slice(2);
  const { data: username, error } = Username.safeParse(argument);
  if (others.length > 0 || argument?.startsWith('-') || username === undefined) {
    const problem = argument === undefined ? '' : `The name ${error?.issues[0]?.message}. `;
    process.stderr.write(`${problem}Name one account: npm run admin -- ada\n`);
    process.exit(2);
  }
  const database = await openDatabase(readEnv());
  try {
    const password = randomPassword();
    await accounts.makeAdministrator(database.pools.users, username, await hashPassword(password));
    process.stdout.write(`${username} is an active Administrator; the password is ${password}\n`);
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}
