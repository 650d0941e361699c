import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeExit } from '@daybook/testing/before-exit';
import { cpuOf, freePort } from '@daybook/testing/machine';
import postgres from 'postgres';
import { send } from '../client.ts';
import { type Cluster, connection } from '../cluster.ts';
import { checkAnswers, checkRecords, ms, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { postgresUser, until } from '../machine.ts';
import { NotRun, type Rig, type RigContext } from '../rig.ts';
import { type Server, startOn, temporaryFolder } from '../server.ts';

export const pgbouncer: Rig = {
  title: 'behind PgBouncer, session and transaction mode: reload, pause and resume, kill -9, under load',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    await checkMode(context, cluster, 'session');
    await checkMode(context, cluster, 'transaction');
    await compareUnprepared(context, cluster);
  },
};

/** Together with those that compare, fewer than may run at a time: they wait for the database alone, and not for a place. */
const FEW_CLIENTS = 6;

async function checkMode(context: RigContext, cluster: Cluster, mode: 'session' | 'transaction') {
  const name = await cluster.database();
  await limitTimes(cluster, name);
  const pooler = await startPooler(context, cluster, mode);
  const { server, token } = await startOn(context, pooler.url(name));
  const isUnprepared = /they are sent unprepared/.test(server.output());
  context.check(
    `${mode}: whether statements can be prepared is found by itself`,
    isUnprepared ? 'unprepared' : 'prepared',
    // From 1.21 on it may keep them in either mode, which these parameters do not ask for.
    isUnprepared === (mode === 'transaction'),
  );
  const acknowledged: string[] = [];
  const checker = compareAnswers(server, token);

  const reloaded = startLoad(context, server.url, { token, workers: FEW_CLIENTS });
  for (let round = 0; round < (context.quick ? 4 : 40); round++) {
    await wait(500);
    await pooler.command('reload');
  }
  await reloaded.stop();
  acknowledged.push(...reloaded.acknowledged);
  context.check(
    `${mode}: reloaded under load, 0 failed`,
    statuses(reloaded.samples),
    reloaded.samples.every(({ status }) => status === 200),
  );
  if (mode === 'transaction') acknowledged.push(...(await pauseAndResume(context, pooler, server, token)));
  const { compared, wrong } = await checker.stop();
  context.check(
    `${mode}: every answer is that of its own request`,
    `${compared} compared, ${wrong} wrong`,
    compared > 0 && wrong === 0,
  );

  const killed = startLoad(context, server.url, { token });
  for (let round = 0; round < (context.quick ? 1 : 10); round++) {
    await wait(1000);
    await pooler.kill();
    await wait(1000);
    await pooler.start();
    const read = () => send(server.url, { path: '/bills?limit=1', token });
    const served = await until(async () => (await read()).status === 200, 10_000);
    context.checkTime(
      `${mode}: served within 2 s of PgBouncer's new start`,
      ms(served),
      served !== undefined && served <= 2000,
    );
  }
  await killed.stop();
  acknowledged.push(...killed.acknowledged);
  checkAnswers(context, killed.samples, 6500);
  await checkRecords(context, cluster.url(name), acknowledged);
  await server.end('SIGTERM');
}

/** PgBouncer does not pass them on: see docs/operations.md. */
async function limitTimes(cluster: Cluster, name: string): Promise<void> {
  const sql = connection(cluster.url());
  await sql.unsafe(`alter database ${name} set statement_timeout = 4000`);
  await sql.unsafe(`alter database ${name} set lock_timeout = 400`);
  await sql.end();
}

async function pauseAndResume(context: RigContext, pooler: Pooler, server: Server, token: string) {
  const load = startLoad(context, server.url, { token, workers: FEW_CLIENTS });
  for (let round = 0; round < (context.quick ? 1 : 5); round++) {
    await wait(500);
    await pooler.command('pause');
    await wait(2000);
    await pooler.command('resume');
    await wait(500);
  }
  await load.stop();
  context.check(
    'paused for 2 s and resumed, with six clients: 0 failed',
    statuses(load.samples),
    load.samples.every(({ status }) => status === 200),
  );
  return load.acknowledged;
}

/** Writes records of one client each and reads them back, beside the load. */
function compareAnswers(server: Server, token: string) {
  let running = true;
  let compared = 0;
  let wrong = 0;
  const compare = async (client: number) => {
    for (let n = 0; running; n++) {
      const body = { date: '2024-02-29', value: String(n), description: `compared-${client}-${n}` };
      const made = await send(server.url, { method: 'POST', path: '/bills', token, body });
      if (made.status !== 200) continue;
      const { data } = JSON.parse(made.body);
      const found = await send(server.url, { path: `/bills/${data._id}`, token });
      if (found.status !== 200) continue;
      const read = JSON.parse(found.body).data;
      compared += 1;
      if (
        data.description !== body.description ||
        read.description !== body.description ||
        read.value !== body.value
      )
        wrong += 1;
      await wait(5);
    }
  };
  const comparing = [1, 2].map(compare);
  return {
    async stop() {
      running = false;
      await Promise.all(comparing);
      return { compared, wrong };
    },
  };
}

/** In CPU, since a busy machine spoils times; on PostgreSQL itself, so that nothing but the statements differs. */
async function compareUnprepared(context: RigContext, cluster: Cluster): Promise<void> {
  const url = cluster.url(await cluster.database());
  const services = [
    await startOn(context, url, { PREPARED_STATEMENTS: 'on' }),
    await startOn(context, url, { PREPARED_STATEMENTS: 'off' }),
  ] as const;
  const body = { date: '2024-01-31', value: '1', description: 'cost' };
  const [{ server, token }] = services;
  const made = await send(server.url, { method: 'POST', path: '/bills', token, body });
  for (const [kind, path] of [
    ['one record', `/bills/${JSON.parse(made.body).data._id}`],
    ['a list', '/bills?limit=5'],
  ] as const) {
    const sums = [0, 0];
    for (let round = 0; round < (context.quick ? 3 : 10); round++)
      for (const [place, service] of services.entries()) {
        const cost = await cpuFor(cluster, service, path);
        // The first round is for warming up.
        if (round > 0) sums[place] = (sums[place] ?? 0) + cost;
      }
    const [prepared = Number.NaN, unprepared = Number.NaN] = sums;
    context.check(
      `unprepared statements: at most three times the CPU of service and PostgreSQL, ${kind}`,
      `${(unprepared / prepared).toFixed(2)} times`,
      unprepared / prepared <= 3,
    );
  }
}

/** Seconds of CPU for a thousand requests of eight clients. */
async function cpuFor(cluster: Cluster, { server, token }: { server: Server; token: string }, path: string) {
  // Those of connections that were not open before count too: there are none to come after the first round.
  const used = () => [server.pid, ...cluster.processes()].reduce((sum, pid) => sum + (cpuOf(pid) || 0), 0);
  const before = used();
  let left = 1000;
  const work = async () => {
    while (left-- > 0) await send(server.url, { path, token, discardBody: true });
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return used() - before;
}

const program = '/usr/sbin/pgbouncer';

/** A PgBouncer of the rig's own, in front of a cluster. */
interface Pooler {
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
async function startPooler(
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
