import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate, migrationsFolder } from '@daybook/domain/server';
import { beforeExit } from '@daybook/testing/before-exit';
import { cpuOf, freePort } from '@daybook/testing/machine';
import { send } from '../client.ts';
import { type Cluster, connection, passwordUser } from '../cluster.ts';
import { ms } from '../figures.ts';
import { until } from '../machine.ts';
import type { Rig, RigContext } from '../rig.ts';
import { startServer, temporaryFolder } from '../server.ts';

export const start: Rig = {
  title: 'start with the database down, refusing, unreachable, newer or older',
  quick: true,
  concurrency: 2,
  async run(context) {
    const cluster = await context.cluster();
    await checkLateDatabase(context, cluster);
    await checkRefused(context, 'a wrong password', await withWrongPassword(cluster), /refused the password/);
    const missing = cluster.url('no_such_database');
    await checkRefused(context, 'a database that does not exist', missing, /does not exist: create it/);
    await checkSchemaVersions(context, cluster);
    await Promise.all([
      checkUnreachable(context, 'a port on which nothing listens', await freePort()),
      checkUnreachable(context, 'a host that never answers', await startSilentHost(context)),
    ]);
  },
};

/** PostgreSQL is down when the service starts, and comes up later. */
async function checkLateDatabase(context: RigContext, cluster: Cluster) {
  const database = cluster.url(await cluster.database());
  await cluster.kill();
  const away = context.quick ? 4000 : 10_000;
  const server = await startServer(context, { DATABASE_URL: database });
  await wait(away);
  const cpu = cpuOf(server.pid);
  // On a busy machine the start itself takes longer.
  await until(() => server.messages().length > 0, 60_000);
  const waiting = server.messages();
  await cluster.start();
  const up = performance.now();
  await server.ready();
  const took = performance.now() - up;
  const served = (await send(server.url, { path: '/readyz' })).status;
  context.checkTime(
    'waits for a database that is down, and is ready within 5 s of it',
    `${ms(took)}, /readyz ${served}`,
    took <= 5000 && served === 200,
  );
  context.check('reports it in one line', JSON.stringify(waiting), waiting.length === 1);
  context.checkTime(
    'no busy loop meanwhile',
    `${cpu.toFixed(1)} s of CPU in ${away / 1000} s, its start included`,
    cpu < away / 2000,
  );
  await server.end('SIGKILL');
}

/** The start must fail at once, with one clear line. */
export async function checkRefused(context: RigContext, what: string, database: string, expected: RegExp) {
  const server = await startServer(context, { DATABASE_URL: database });
  const took = await until(() => server.ended() !== undefined, 60_000);
  const messages = server.messages();
  context.check(
    `${what}: ends with one clear line`,
    `exit ${server.ended()} after ${ms(took)}: ${messages.join(' / ')}`,
    server.ended() === 1 && messages.length === 1 && expected.test(messages[0] ?? ''),
  );
}

async function withWrongPassword(cluster: Cluster): Promise<string> {
  const sql = connection(cluster.url());
  await sql.unsafe(`drop role if exists ${passwordUser}`);
  await sql.unsafe(`create role ${passwordUser} login password 'right'`);
  await sql.end();
  return cluster.url('postgres', `${passwordUser}:wrong`);
}

async function checkSchemaVersions(context: RigContext, cluster: Cluster) {
  const database = cluster.url(await cluster.database());
  const first = await startServer(context, { DATABASE_URL: database });
  await first.ready();
  await first.end('SIGTERM');

  const sql = connection(database);
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`;
  await checkRefused(context, 'a newer schema', database, /migrated by a newer version/);

  await sql.end();

  const older = cluster.url(await cluster.database());
  await migrate(older, withoutLastMigration(temporaryFolder(context)));
  const again = await startServer(context, { DATABASE_URL: older });
  const took = await again.ready().catch(() => undefined);
  context.check('an older schema: is migrated', `ready after ${ms(took)}`, took !== undefined);
  await again.end('SIGKILL');
}

/** Copies all migrations but the last to the folder. */
function withoutLastMigration(folder: string): string {
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  journal.entries.pop();
  writeFileSync(path, JSON.stringify(journal));
  return folder;
}

/** The start waits for a minute without using the CPU, then fails. */
async function checkUnreachable(context: RigContext, what: string, port: number) {
  const server = await startServer(context, { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/x` });
  const reported = await until(() => server.messages().length > 0, 12_000);
  const before = cpuOf(server.pid);
  await wait(2000);
  const cpu = cpuOf(server.pid) - before;
  context.checkTime(
    `${what}: one line within 8 s, and no busy loop`,
    `after ${ms(reported)}, ${cpu.toFixed(2)} s of CPU in 2 s: ${server.messages().join(' / ')}`,
    reported !== undefined && reported < 8000 && server.messages().length === 1 && cpu < 0.4,
  );
  if (context.quick) {
    const begin = performance.now();
    await server.end('SIGTERM');
    const took = performance.now() - begin;
    context.checkTime(`${what}: SIGTERM ends the wait`, `${server.ended()} after ${ms(took)}`, took < 7000);
    return;
  }
  const took = await until(() => server.ended() !== undefined, 90_000);
  const last = server.messages().at(-1) ?? '';
  context.check(
    `${what}: ends with a second line after a minute`,
    `exit ${server.ended()} after ${ms(took)}: ${last}`,
    server.ended() === 1 && /cannot be reached/.test(last),
  );
}

const listening = `const server = require('node:net').createServer();
server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => console.log(server.address().port));`;

/**
 * A port that never answers, like a host that drops all packets: of a stopped process whose queue of new connections is
 * full. It ends with the rig.
 */
async function startSilentHost(context: RigContext): Promise<number> {
  const child = spawn(process.execPath, ['-e', listening], { stdio: ['ignore', 'pipe', 'inherit'] });
  const cancelCleanup = beforeExit(() => child.kill('SIGKILL'));
  context.defer(() => {
    cancelCleanup();
    child.kill('SIGKILL');
  });
  const [chunk] = await once(child.stdout, 'data');
  const port = Number(chunk);
  child.kill('SIGSTOP');
  for (let full = false; !full; ) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    context.defer(() => socket.destroy());
    full = !(await Promise.race([once(socket, 'connect'), wait(500)]));
  }
  return port;
}

export const tenAtOnce: Rig = {
  title: 'ten instances at once on an empty database; four with --quick',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const count = context.quick ? 4 : 10;
    const servers = await Promise.all(
      Array.from({ length: count }, () => startServer(context, { DATABASE_URL: database })),
    );
    const outcomes = await Promise.allSettled(servers.map((server) => server.ready()));
    const failed = outcomes.filter(({ status }) => status === 'rejected');
    context.check(
      'all of them start',
      `${count - failed.length} of ${count} ${failed.map((outcome) => ('reason' in outcome ? outcome.reason : '')).join(' ')}`,
      failed.length === 0,
    );
    const sql = connection(database);
    const [row] = await sql`select count(*)::int as applied, count(distinct hash)::int as different,
      (select count(*)::int from users) as users from drizzle.__drizzle_migrations`;
    await sql.end();
    context.check(
      'every migration once, and one Administrator',
      `${row?.applied} applied, ${row?.different} different, ${row?.users} accounts`,
      row?.applied > 0 && row?.applied === row?.different && row?.users === 1,
    );
    const tokens = await Promise.allSettled(servers.map((server) => server.logIn()));
    const served = tokens.filter(({ status }) => status === 'fulfilled').length;
    context.check('each lets the Administrator in', `${served} of ${count}`, served === count);
  },
};
