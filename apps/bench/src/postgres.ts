import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeExit } from '@daybook/testing/before-exit';
import { freePort, isOnPath } from '@daybook/testing/machine';
import {
  initdbFlags,
  makePostgresFolder,
  postgresPrograms,
  postgresUser,
} from '@daybook/testing/postgres-programs';
import postgres from 'postgres';
import { pinned } from './load.ts';

export interface PostgresServer {
  /** Of a database that exists, as an account that may make others and switch triggers off. */
  readonly url: string;
  /** For the report. */
  readonly description: string;
  stop(): Promise<void>;
}

/** Where the disk is not what is compared: everything is thrown away. */
const WITHOUT_DISK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
/** As users have it. */
const WITH_DISK = ['fsync=on', 'synchronous_commit=on'];
const MORE = ['shared_buffers=512MB', 'max_wal_size=4GB', 'max_connections=200'];

/**
 * The server at `given`, or one made for this run: of local binaries, else in a container.
 * @param syncs whether a commit waits for the disk
 */
export async function startPostgres(given: string | undefined, syncs: boolean): Promise<PostgresServer> {
  const settings = syncs ? WITH_DISK : WITHOUT_DISK;
  const server = given
    ? { url: given, where: 'given', stop: async () => {} }
    : ((await local(settings)) ?? container(settings));
  try {
    return { ...server, description: `PostgreSQL ${await version(server.url)} (${server.where})` };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function local(settings: readonly string[]) {
  const bin = postgresPrograms();
  const user = postgresUser();
  if (!bin || !user) return undefined;
  const folder = makePostgresFolder(bin, user, 'bench-');
  await folder.run('initdb', ...initdbFlags, '-N');
  const port = await freePort();
  const server = folder.serve(port, [...settings, ...MORE], (...command) => pinned('others', ...command));
  const cancelCleanup = beforeExit(() => {
    folder.runSync('pg_ctl', 'stop', '-m', 'immediate');
    folder.remove();
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    where: `of this machine, ${settings.join(', ')}`,
    async stop() {
      server.kill('SIGINT');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      cancelCleanup();
      folder.remove();
    },
  };
}

function container(settings: readonly string[]) {
  if (!isOnPath('docker'))
    throw new Error('There is no PostgreSQL: set DATABASE_URL, install its binaries, or start Docker.');
  const run = ['run', '--rm', '--detach', '--publish', '127.0.0.1::5432'];
  const image = ['--env', 'POSTGRES_HOST_AUTH_METHOD=trust', 'postgres:18-alpine'];
  const docker = (...args: string[]) => execFileSync('docker', args, { encoding: 'utf8' }).trim();
  const id = docker(...run, ...image, ...[...settings, ...MORE].flatMap((setting) => ['-c', setting]));
  const address = docker('port', id, '5432/tcp').split('\n')[0];
  const cancelCleanup = beforeExit(() => docker('kill', id));
  return {
    url: `postgres://postgres@${address}/postgres`,
    where: `in a container, ${settings.join(', ')}`,
    async stop() {
      cancelCleanup();
      docker('stop', id);
    },
  };
}

/** Waits until the server answers, for a minute at the most. */
async function version(url: string): Promise<string> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      const [row] = await sql`show server_version`;
      return String(row?.server_version).split(' ')[0] ?? '';
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(100);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}
