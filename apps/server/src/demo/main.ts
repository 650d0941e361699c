import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTokens } from '@daybook/api';
import { accounts } from '@daybook/domain/server';
import { openDatabase } from '../database.ts';
import { describeError } from '../describe-error.ts';
import { readEnv } from '../env.ts';
import { ensureAdministrator } from '../first-administrator.ts';
import { isTerminal, notify } from '../notices.ts';
import { run } from '../run.ts';
import { dataDirectory, jwtSecret } from '../secrets.ts';
import { enrol } from './accounts.ts';
import { seed } from './seed.ts';

// npm run demo: adds a year of data, in a folder of its own or in an empty DATABASE_URL, then starts the service.
try {
  const env = readEnv({ DATA_DIR: '.data-demo' });
  const accountsFile = join(dataDirectory(env.dataDir), 'demo-accounts');
  const database = await openDatabase(env);
  try {
    const notice = await ensureAdministrator(database.pools.users, env, isTerminal);
    const actor = await accounts.anyAdministrator(database.pools.users);
    if (notice && actor) {
      const { password, counts } = await seed(database.pools.users, actor);
      notify('info', notice);
      notify('info', `Created ${counts}.`);
      const tokens = await createTokens(jwtSecret(env), env.accessTokenTtl);
      const key = await enrol(database.pools.users, tokens, 'greta');
      const line = `Log in with the password ${password} as samira (Supervisor) or ada (User), or as greta (Supervisor) with a code too, of an authenticator app with the key ${key}`;
      writeFileSync(accountsFile, `${line}\n`, { mode: 0o600 });
    }
    // The data is fictitious, so the password may be printed at every start.
    if (existsSync(accountsFile)) notify('info', readFileSync(accountsFile, 'utf8').trim());
  } finally {
    await database.close();
  }
  await run(env);
} catch (error) {
  notify('fatal', describeError(error));
  process.exit(1);
}
