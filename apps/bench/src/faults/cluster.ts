import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { beforeLeaving } from '../leaving.ts';
import { childrenOf, freePort, isAlive, postgresPrograms, unprivileged, until } from './machine.ts';

/** The one account that PostgreSQL asks for a password, once it is made. */
export const guarded = 'guarded';

/** A PostgreSQL server that may be broken: with fsync, in a folder of its own. */
export interface Cluster {
  readonly port: number;
  readonly bin: string;
  /** An account that may do everything, on this database. */
  url(database?: string, user?: string): string;
  /** Makes an empty database. */
  database(tablespace?: string): Promise<string>;
  start(): Promise<void>;
  /** Does it answer a query? */
  answers(): Promise<boolean>;
  /** kill -9 of all its processes. */
  kill(): Promise<void>;
  /** SIGSTOP or SIGCONT to all its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/**
 * @param log the folder of its write-ahead log, which does not exist yet; by default within its own
 * @throws NotRun
 */
export async function makeCluster({ log }: { readonly log?: string } = {}): Promise<Cluster> {
  const bin = postgresPrograms();
  const owner = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'faults-pg-'));
  chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const flags = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  if (log !== undefined) flags.push('-X', log);
  execFileSync(join(bin, 'initdb'), flags, { ...owner, cwd: folder, stdio: 'ignore' });
  const rules = join(data, 'pg_hba.conf');
  writeFileSync(rules, `host all ${guarded} all scram-sha-256\n${readFileSync(rules, 'utf8')}`);
  let server: ChildProcess | undefined;
  let made = 0;

  const url = (database = 'postgres', user = 'postgres') =>
    `postgres://${user}@127.0.0.1:${port}/${database}`;
  const processes = () => (server?.pid ? [server.pid, ...childrenOf(server.pid)] : []);
  const answers = async () => {
    const sql = connection(url());
    try {
      await sql`select 1`;
      return true;
    } catch {
      return false;
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  const cluster: Cluster = {
    port,
    bin,
    url,
    answers,
    async database(tablespace) {
      made += 1;
      const name = `faults${made}`;
      const sql = connection(url());
      await sql.unsafe(`create database ${name} ${tablespace ? `tablespace ${tablespace}` : ''}`);
      await sql.end();
      return name;
    },
    async start() {
      const options = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
      server = spawn(join(bin, 'postgres'), [...options, '-c', 'max_connections=200'], {
        ...owner,
        cwd: folder,
        stdio: 'ignore',
      });
      if ((await until(answers, 60_000)) === undefined) throw new Error('PostgreSQL does not start');
    },
    async kill() {
      const all = processes();
      for (const pid of all) killed(pid, 'SIGKILL');
      // A process that still holds the shared memory would stop the next start.
      await until(() => !all.some(isAlive), 5000);
      server = undefined;
    },
    signal(signal) {
      for (const pid of processes()) killed(pid, signal);
    },
    async remove() {
      settled();
      if (server && server.exitCode === null && server.signalCode === null) {
        server.kill('SIGINT');
        await once(server, 'exit');
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  const settled = beforeLeaving(() => {
    for (const pid of processes()) killed(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  await cluster.start();
  return cluster;
}

/** One connection of the rig's own. */
export const connection = (url: string) => postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });

function killed(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ended meanwhile
  }
}
