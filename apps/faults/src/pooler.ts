import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeExit } from '@daybook/testing/before-exit';
import { freePort } from '@daybook/testing/machine';
import postgres from 'postgres';
import { type Cluster, connection } from './cluster.ts';
import { postgresUser, until } from './machine.ts';
import { NotRun, type RigContext } from './rig.ts';
import { temporaryFolder } from './server.ts';

const program = '/usr/sbin/pgbouncer';

/** A PgBouncer of the rig's own, in front of a cluster. */
export interface Pooler {
  /** The address of a database behind it. */
  url(database: string): string;
  /** Of its administration console: `reload`, `pause`, `resume`. */
  command(text: string): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/**
 * PgBouncer with the parameters that docs/operations.md names.
 * @throws NotRun where it is not installed
 */
export async function startPooler(
  context: RigContext,
  cluster: Cluster,
  mode: 'session' | 'transaction',
): Promise<Pooler> {
  if (!existsSync(program)) throw new NotRun(`there is no PgBouncer (${program})`);
  const folder = temporaryFolder(context);
  chmodSync(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${cluster.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
admin_users = postgres
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 36 : 20}
max_client_conn = 200
ignore_startup_parameters = statement_timeout, lock_timeout
`,
  );
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let server: ChildProcess | undefined;
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  const pooler: Pooler = {
    url,
    kill,
    async command(text) {
      // Its console knows the simple protocol alone.
      const sql = postgres(url('pgbouncer'), { max: 1, fetch_types: false, onnotice: () => {} });
      try {
        await sql.unsafe(text).simple();
      } finally {
        await sql.end({ timeout: 1 });
      }
    },
    async start() {
      const { uid, gid } = postgresUser();
      server = spawn(program, ['-q', file], { stdio: 'ignore', uid, gid });
      const answers = async () => {
        const sql = connection(url('postgres'));
        const answered = await sql`select 1`.simple().then(Boolean, () => false);
        await sql.end({ timeout: 1 });
        return answered;
      };
      if ((await until(answers, 20_000)) === undefined) throw new Error('PgBouncer does not start');
    },
  };
  context.defer(beforeExit(() => server?.kill('SIGKILL')));
  context.defer(kill);
  await pooler.start();
  return pooler;
}
