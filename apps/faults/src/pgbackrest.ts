import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isOnPath } from '@daybook/testing/machine';
import { postgresUser } from './machine.ts';
import { NotRun, type RigContext } from './rig.ts';
import { temporaryFolder } from './server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const shipped = (file: string) => join(root, 'deploy/pgbackrest', file);
/** What the command line of each command begins with in the documents. */
const prefix = 'sudo -u postgres pgbackrest ';

/** pgBackRest with the files of deploy/pgbackrest and a repository of the rig's own. */
export interface PgBackRest {
  /** The lines for postgresql.conf. */
  readonly archiving: string;
  readonly repository: string;
  /** What differs from the files: folders and the port. */
  environment(data: string, port: number): Readonly<Record<string, string>>;
  /**
   * Runs a command of docs/operations.md on a cluster.
   * @param command what its line there ends with
   * @param options values that stand in place of those of the line
   * @returns milliseconds
   * @throws what it printed if it fails, and where no line of the document ends so
   */
  run(cluster: Paths, command: string, options?: Readonly<Record<string, string>>): Promise<number>;
}

interface Paths {
  readonly data: string;
  readonly port: number;
}

/** @throws NotRun */
export function preparePgBackRest(context: RigContext): PgBackRest {
  if (!isOnPath('pgbackrest')) throw new NotRun('pgbackrest is not installed');
  const user = postgresUser();
  const folder = temporaryFolder(context);
  chmodSync(folder, 0o755);
  const make = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o750 });
    chownSync(path, user.uid, user.gid);
    return path;
  };
  const repository = make('repository');
  const settings = make('settings');
  const logs = make('logs');
  const locks = make('locks');
  const environment = (data: string, port: number) => ({
    PGBACKREST_CONFIG_PATH: settings,
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_LOG_PATH: logs,
    PGBACKREST_LOCK_PATH: locks,
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: dirname(data),
    PGBACKREST_PG1_USER: 'postgres',
  });
  cpSync(shipped('pgbackrest.conf'), join(settings, 'pgbackrest.conf'));
  mkdirSync(join(settings, 'conf.d'));
  const passphrase = randomBytes(48).toString('base64');
  writeFileSync(join(settings, 'conf.d/passphrase.conf'), `[global]\nrepo1-cipher-pass=${passphrase}\n`);

  return {
    archiving: readFileSync(shipped('archiving.conf'), 'utf8'),
    repository,
    environment,
    async run({ data, port }, command, options = {}) {
      const args = documented(command).map((argument) => {
        const option = Object.keys(options).find((name) => argument.startsWith(`${name}=`));
        return option ? `${option}=${options[option]}` : argument;
      });
      const begin = performance.now();
      const variables = Object.entries(environment(data, port)).map((pair) => pair.join('='));
      await promisify(execFile)('env', [...variables, 'pgbackrest', ...args], {
        ...user,
        cwd: folder,
      }).catch(({ message, stdout }) => {
        throw new Error(`${message}${stdout}`);
      });
      return performance.now() - begin;
    },
  };
}

/** The arguments of the shortest command of docs/operations.md that ends so. @throws where there is none */
function documented(command: string): string[] {
  const line = readFileSync(join(root, 'docs/operations.md'), 'utf8')
    .split('\n')
    .map((text) => text.replace(/\s+#.*/, ''))
    .filter((text) => text.startsWith(prefix) && text.endsWith(` ${command}`))
    .toSorted((a, b) => a.length - b.length)[0];
  if (!line) throw new Error(`docs/operations.md has no command "${prefix}… ${command}"`);
  return [...line.slice(prefix.length).matchAll(/"([^"]*)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole);
}
