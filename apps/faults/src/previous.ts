import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { knownMigrations } from '@daybook/domain/server';
import { NotRun } from './rig.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The service as it was before some of the migrations. */
export interface Previous {
  /** Its commit, and the newest migration that it knows. */
  readonly name: string;
  /** Its main module. */
  readonly program: string;
}

// Not synchronously: other rigs run in this process at the same time.
const execute = promisify(execFile);
const git = async (...args: string[]) => (await execute('git', ['-C', root, ...args])).stdout.trim();

/** The commit before this migration was added: HEAD where it is not committed yet. */
async function commitBefore(migration: string): Promise<string> {
  try {
    const path = `packages/domain/migrations/${migration}.sql`;
    const added = await git('log', '--diff-filter=A', '--format=%H', '-1', '--', path);
    return await git('rev-parse', added === '' ? 'HEAD' : `${added}^`);
  } catch {
    throw new NotRun(`the history of the repository does not go back to before ${migration}`);
  }
}

/**
 * The code before the newest migrations, with the packages that its lockfile lists.
 * @param folder where it is put; may hold another version, which keeps most of the packages and compiled modules
 * @param count of migrations that it does not know
 * @throws NotRun
 */
export async function previousVersion(folder: string, count: number): Promise<Previous> {
  const [before, migration] = knownMigrations().slice(-count - 1);
  if (!before || !migration) throw new NotRun(`there are no ${count + 1} migrations`);
  const commit = await commitBefore(migration.tag);
  if (!existsSync(folder)) await git('clone', '--quiet', '--shared', '--no-checkout', root, folder);
  await execute('git', ['-C', folder, 'checkout', '--quiet', '--detach', commit]);
  const install = ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts'];
  try {
    const pnpm = join(root, 'node_modules/.bin/pnpm');
    const filter = ['--filter', '@daybook/server...', '--config.confirm-modules-purge=false'];
    await execute(pnpm, [...filter, ...install], { cwd: folder, timeout: 300_000 });
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
    throw new NotRun(`its packages could not be installed: ${`${stdout}${stderr}`.slice(-500)}`);
  }
  return {
    name: `${commit.slice(0, 7)} (${before.tag})`,
    program: join(folder, 'apps/server/src/main.ts'),
  };
}
