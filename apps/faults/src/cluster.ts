import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeExit } from '@daybook/testing/before-exit';
import { freePort } from '@daybook/testing/machine';
import { initdbFlags, makePostgresFolder } from '@daybook/testing/postgres-programs';
import postgres from 'postgres';
import { childrenOf, isAlive, postgresPrograms, postgresUser, until } from './machine.ts';
import { NotRun, type RigContext } from './rig.ts';
import { temporaryFolder } from './server.ts';

/** The only account that PostgreSQL asks for a password; a rig creates it. */
export const passwordUser = 'passwordUser';

/** A PostgreSQL server that a rig may break: with fsync, in a folder of its own. */
export interface Cluster {
  readonly port: number;
  /** Its data directory. */
  readonly data: string;
  readonly bin: string;
  /** The superuser's, by default. */
  url(database?: string, user?: string): string;
  /** Creates an empty database. @returns its name */
  database(tablespace?: string): Promise<string>;
  start(): Promise<void>;
  /** Makes a standby a primary. */
  promote(): Promise<void>;
  /** Whether it answers a query. */
  answers(): Promise<boolean>;
  /** kill -9 of all its processes. */
  kill(): Promise<void>;
  /** Their ids. */
  processes(): number[];
  /** SIGSTOP or SIGCONT to all its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

interface ClusterOptions {
  /** The folder of its write-ahead log, which does not exist yet; by default within its own. */
  readonly log?: string;
  /** It is this one's standby, which confirms each of its commits. */
  readonly standbyOf?: Cluster;
  /** Lines of its postgresql.conf. */
  readonly configuration?: string;
  /** Fills its data directory, which does not exist yet, in place of initdb. */
  readonly fill?: (data: string, port: number) => Promise<void>;
  /** Added to the environment of its processes. */
  readonly environment?: (data: string, port: number) => Readonly<Record<string, string>>;
}

/** @throws NotRun */
export async function makeCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { log, standbyOf, configuration, fill, environment } = options;
  const bin = postgresPrograms();
  const folder = makePostgresFolder(bin, postgresUser(), 'faults-pg-');
  const port = await freePort();
  let server: ChildProcess | undefined;
  let databases = 0;

  const url = (database = 'postgres', user = 'postgres') =>
    `postgres://${user}@127.0.0.1:${port}/${database}`;
  const processes = () => (server?.pid ? [server.pid, ...childrenOf(server.pid)] : []);
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processes()) sendSignal(pid, name);
  };
  const cancelCleanup = beforeExit(() => {
    signal('SIGKILL');
    folder.remove();
  });
  if (fill) await fill(folder.data, port);
  else if (standbyOf) {
    const source = `${standbyOf.url()}?application_name=standby`;
    await folder.run('pg_basebackup', '-d', source, '-R', '-c', 'fast');
  } else {
    await folder.run('initdb', ...initdbFlags, ...(log ? ['-X', log] : []));
    const rules = join(folder.data, 'pg_hba.conf');
    writeFileSync(rules, `host all ${passwordUser} all scram-sha-256\n${readFileSync(rules, 'utf8')}`);
    if (configuration) appendFileSync(join(folder.data, 'postgresql.conf'), configuration);
  }
  const answers = async () => {
    const sql = connection(url(), 2);
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
    data: folder.data,
    bin,
    url,
    processes,
    answers,
    signal,
    promote: () => folder.run('pg_ctl', 'promote', '-w'),
    async database(tablespace) {
      databases += 1;
      const name = `faults${databases}`;
      const sql = connection(url());
      await sql.unsafe(`create database ${name} ${tablespace ? `tablespace ${tablespace}` : ''}`);
      await sql.end();
      return name;
    },
    async start() {
      const variables = Object.entries(environment?.(folder.data, port) ?? {}).map((pair) => pair.join('='));
      server = folder.serve(port, ['max_connections=200'], (...command) => ['env', ...variables, ...command]);
      if ((await until(answers, 60_000)) === undefined) throw new Error('PostgreSQL does not start');
    },
    async kill() {
      const all = processes();
      for (const pid of all) sendSignal(pid, 'SIGKILL');
      // A process that still holds the shared memory would stop the next start.
      await until(() => !all.some(isAlive), 5000);
      server = undefined;
    },
    async remove() {
      cancelCleanup();
      if (server && server.exitCode === null && server.signalCode === null) {
        server.kill('SIGINT');
        await once(server, 'exit');
      }
      folder.remove();
    },
  };
  await cluster.start();
  return cluster;
}

/** One connection of the rig's own. @param patience seconds; fewer where the server may be one that never answers */
export const connection = (url: string, patience = 60) =>
  postgres(url, { max: 1, fetch_types: false, connect_timeout: patience, onnotice: () => {} });

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** Paths of PEM files: a private authority, and a server's certificate for the name `localhost` alone. */
export interface Certificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/** They belong to the user that PostgreSQL runs as. @throws NotRun without openssl */
export function makeCertificates(context: RigContext): Certificates {
  const folder = temporaryFolder(context);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout'];
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  try {
    openssl('req', '-x509', ...key, 'ca.key', '-subj', '/CN=Faults', '-days', '2', '-out', 'ca.pem');
    openssl('req', ...key, 'server.key', '-subj', '/CN=localhost', '-out', 'server.csr');
    writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
    openssl('x509', '-req', '-in', 'server.csr', ...signing, '-out', 'server.pem');
  } catch (error) {
    throw new NotRun(`openssl makes no certificates: ${error instanceof Error ? error.message : error}`);
  }
  const { uid, gid } = postgresUser();
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    chownSync(path, uid, gid);
  return {
    authority: join(folder, 'ca.pem'),
    certificate: join(folder, 'server.pem'),
    key: join(folder, 'server.key'),
  };
}
