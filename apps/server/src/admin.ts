import { hashPassword } from '@daybook/api';
import { Username } from '@daybook/domain';
import { accounts } from '@daybook/domain/server';
import { openDatabase } from './database.ts';
import { readEnv } from './env.ts';
import { clearLine } from './failures.ts';
import { randomPassword } from './first-administrator.ts';

// npm run admin -- NAME: makes an active Administrator of this name, or resets the account's password and role.
try {
  const { data: username } = Username.safeParse(process.argv[2]);
  if (process.argv.length !== 3 || username === undefined || username.startsWith('-')) {
    process.stderr.write('Name one account: npm run admin -- ada\n');
    process.exit(2);
  }
  const database = await openDatabase(readEnv());
  try {
    const password = randomPassword();
    await accounts.makeAdministrator(database.pools.accounts, username, await hashPassword(password));
    process.stdout.write(`${username} is an active Administrator; the password is ${password}\n`);
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${clearLine(error)}\n`);
  process.exit(1);
}
