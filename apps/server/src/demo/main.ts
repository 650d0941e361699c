import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '@daybook/domain/server';
import { openDatabase } from '../database.ts';
import { readEnv } from '../env.ts';
import { clearLine } from '../failures.ts';
import { ensureAdministrator } from '../first-administrator.ts';
import { run } from '../run.ts';
import { dataDirectory } from '../secrets.ts';
import { seed } from './seed.ts';

// npm run demo: a year of data in a folder of its own (or in DATABASE_URL, where there are no accounts yet), then the service.
const terminal = process.stdout.isTTY === true;
try {
  const env = readEnv({ DATA_DIR: '.data-demo' });
  const told = join(dataDirectory(env.dataDir), 'demo-accounts');
  const database = await openDatabase(env);
  try {
    const administrator = await ensureAdministrator(database.pools.accounts, env, terminal);
    const actor = await accounts.anyAdministrator(database.pools.accounts);
    if (administrator && actor) {
      const { password, counts } = await seed(database.pools.accounts, actor);
      process.stdout.write(`${administrator}\nMade ${counts}.\n`);
      const line = `Log in as samira (Supervisor) or ada (User): password ${password}\n`;
      writeFileSync(told, line, { mode: 0o600 });
    }
    // Invented people have no secrets: their password is told at every start.
    if (existsSync(told)) process.stdout.write(readFileSync(told));
  } finally {
    await database.close();
  }
  await run(env);
} catch (error) {
  process.stderr.write(`${clearLine(error)}\n`);
  process.exit(1);
}
