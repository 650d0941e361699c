import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** The commit before this migration was added: HEAD where it is not committed yet. */
function commitBefore(migration: string): string {
  try {
    const path = `packages/domain/migrations/${migration}.sql`;
    const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', path);
    return git('rev-parse', added === '' ? 'HEAD' : `${added}^`);
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
export function previousVersion(folder: string, count: number): Previous {
  const [before, migration] = knownMigrations().slice(-count - 1);
  if (!before || !migration) throw new NotRun(`there are no ${count + 1} migrations`);
  const commit = commitBefore(migration.tag);
  if (!existsSync(folder)) git('clone', '--quiet', '--shared', '--no-checkout', root, folder);
  execFileSync('git', ['-C', folder, 'checkout', '--quiet', '--detach', commit]);
  const install = ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts'];
  try {
    const pnpm = join(root, 'node_modules/.bin/pnpm');
    const filter = ['--filter', '@daybook/server...', '--config.confirm-modules-purge=false'];
    execFileSync(pnpm, [...filter, ...install], { cwd: folder, stdio: 'pipe', timeout: 300_000 });
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: Buffer; stdout?: Buffer };
    throw new NotRun(`its packages could not be installed: ${`${stdout}${stderr}`.slice(-500)}`);
  }
  return {
    name: `${commit.slice(0, 7)} (${before.tag})`,
    program: join(folder, 'apps/server/src/main.ts'),
  };
}
