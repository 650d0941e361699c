import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { beforeLeaving } from './leaving.ts';
import { isOnPath } from './options.ts';
import { pinned } from './pinning.ts';

export interface PostgresServer {
  /** Of a database that exists, as an account that may make others and switch triggers off. */
  readonly url: string;
  /** For people. */
  readonly description: string;
  stop(): Promise<void>;
}

// The disk is not what is compared, and everything is thrown away.
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const MORE = ['shared_buffers=512MB', 'max_wal_size=4GB', 'max_connections=200'];
const settings = [...SETTINGS, ...MORE].flatMap((setting) => ['-c', setting]);

/** The server at `given`, or one made for this run: of local binaries, else in a container. */
export async function startPostgres(given: string | undefined): Promise<PostgresServer> {
  const server = given
    ? { url: given, where: 'given', stop: async () => {} }
    : ((await local()) ?? container());
  try {
    return { ...server, description: `PostgreSQL ${await version(server.url)} (${server.where})` };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function local() {
  const bin = binaries();
  if (!bin) return undefined;
  const owner = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const flags = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'];
  execFileSync(join(bin, 'initdb'), flags, { ...owner, cwd: folder, stdio: 'ignore' });
  const options = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  const [command, ...args] = pinned('others', join(bin, 'postgres'), ...options, ...settings);
  const server = spawn(command, args, { ...owner, cwd: folder, stdio: 'ignore' });
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const settled = beforeLeaving(() => {
    execFileSync(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate'], { ...owner, cwd: folder });
    remove();
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    where: `of this machine, ${SETTINGS.join(', ')}`,
    async stop() {
      server.kill('SIGINT');
      if (server.exitCode === null) await once(server, 'exit');
      settled();
      remove();
    },
  };
}

function container() {
  if (!isOnPath('docker'))
    throw new Error('There is no PostgreSQL: set DATABASE_URL, install its binaries, or start Docker.');
  const run = ['run', '--rm', '--detach', '--publish', '127.0.0.1::5432'];
  const image = ['--env', 'POSTGRES_HOST_AUTH_METHOD=trust', 'postgres:18-alpine'];
  const docker = (...args: string[]) => execFileSync('docker', args, { encoding: 'utf8' }).trim();
  const id = docker(...run, ...image, ...settings);
  const address = docker('port', id, '5432/tcp').split('\n')[0];
  const settled = beforeLeaving(() => docker('kill', id));
  return {
    url: `postgres://postgres@${address}/postgres`,
    where: `in a container, ${SETTINGS.join(', ')}`,
    async stop() {
      settled();
      docker('stop', id);
    },
  };
}

/** The folder of the newest server's programs. */
function binaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((name) => join(root, name, 'bin'));
  if (isOnPath('pg_config'))
    folders.push(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim());
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } {
  const { getuid, getgid } = process;
  if (getuid === undefined || getgid === undefined) throw new Error('Set DATABASE_URL on this system.');
  if (getuid() !== 0) return { uid: getuid(), gid: getgid() };
  for (const user of ['postgres', 'nobody'])
    try {
      const number = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: 'pipe' }));
      return { uid: number('-u'), gid: number('-g') };
    } catch {
      // no such user
    }
  throw new Error('There is no user to run PostgreSQL as: set DATABASE_URL.');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
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
