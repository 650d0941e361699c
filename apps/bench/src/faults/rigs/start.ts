import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate, migrationsFolder } from '@daybook/domain/server';
import { ask } from '../client.ts';
import { type Cluster, connection, guarded } from '../cluster.ts';
import { ms } from '../figures.ts';
import { cpuOf, freePort, until } from '../machine.ts';
import type { Rig, Stage } from '../rig.ts';
import { type Server, startServer, temporaryFolder } from '../server.ts';
import { startSilentHost } from '../silent-host.ts';

export const start: Rig = {
  title: 'start with the database down, refusing, unreachable, newer or older',
  quick: true,
  async run(stage) {
    const cluster = await stage.cluster();
    await databaseComesLater(stage, cluster);
    await refused(stage, 'a wrong password', await withWrongPassword(cluster), /refused the password/);
    const missing = cluster.url('no_such_database');
    await refused(stage, 'a database that does not exist', missing, /does not exist: create it/);
    await schemas(stage, cluster);
    await Promise.all([
      unreachable(stage, 'a port on which nobody listens', await freePort()),
      unreachable(stage, 'a host that never answers', await startSilentHost(stage)),
    ]);
  },
};

/** PostgreSQL is down when the service starts, and comes up later. */
async function databaseComesLater(stage: Stage, cluster: Cluster) {
  const database = cluster.url(await cluster.database());
  await cluster.kill();
  const away = stage.quick ? 4000 : 10_000;
  const server = await startServer(stage, { DATABASE_URL: database });
  await wait(away);
  const cpu = cpuOf(server.pid);
  const waiting = lines(server);
  await cluster.start();
  const up = performance.now();
  await server.ready();
  const took = performance.now() - up;
  const served = (await ask(server.url, { path: '/readyz' })).status;
  stage.timely(
    'waits for a database that is down, and is ready within 5 s of it',
    `${ms(took)}, /readyz ${served}`,
    took <= 5000 && served === 200,
  );
  stage.promise('says so in one line', JSON.stringify(waiting), waiting.length === 1);
  stage.timely(
    'does not spin meanwhile',
    `${cpu.toFixed(1)} s of CPU in ${away / 1000} s, its start included`,
    cpu < away / 2000,
  );
  await server.end('SIGKILL');
}

/** The service is expected to end at once, with one clear line. */
export async function refused(stage: Stage, what: string, database: string, expected: RegExp) {
  const server = await startServer(stage, { DATABASE_URL: database });
  const took = await until(() => server.ended() !== undefined, 15_000);
  const said = lines(server);
  stage.promise(
    `${what}: ends with one clear line`,
    `exit ${server.ended()} after ${ms(took)}: ${said.join(' / ')}`,
    server.ended() === 1 && said.length === 1 && expected.test(said[0] ?? ''),
  );
}

async function withWrongPassword(cluster: Cluster): Promise<string> {
  const sql = connection(cluster.url());
  await sql.unsafe(`drop role if exists ${guarded}`);
  await sql.unsafe(`create role ${guarded} login password 'right'`);
  await sql.end();
  return cluster.url('postgres', `${guarded}:wrong`);
}

async function schemas(stage: Stage, cluster: Cluster) {
  const database = cluster.url(await cluster.database());
  const first = await startServer(stage, { DATABASE_URL: database });
  await first.ready();
  await first.end('SIGTERM');

  const sql = connection(database);
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`;
  await refused(stage, 'a newer schema', database, /migrated by a newer version/);

  await sql.end();

  const older = cluster.url(await cluster.database());
  await migrate(older, withoutTheLast(temporaryFolder(stage)));
  const again = await startServer(stage, { DATABASE_URL: older });
  const took = await again.ready().catch(() => undefined);
  stage.promise('an older schema: is migrated', `ready after ${ms(took)}`, took !== undefined);
  await again.end('SIGKILL');
}

/** The migrations of the version before. */
function withoutTheLast(folder: string): string {
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  journal.entries.pop();
  writeFileSync(path, JSON.stringify(journal));
  return folder;
}

/** No reason to give up for a minute, nor to work. */
async function unreachable(stage: Stage, what: string, port: number) {
  const server = await startServer(stage, { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/x` });
  const told = await until(() => lines(server).length > 0, 12_000);
  const before = cpuOf(server.pid);
  await wait(2000);
  const cpu = cpuOf(server.pid) - before;
  stage.timely(
    `${what}: one line within 8 s, and no spinning`,
    `after ${ms(told)}, ${cpu.toFixed(2)} s of CPU in 2 s: ${lines(server).join(' / ')}`,
    told !== undefined && told < 8000 && lines(server).length === 1 && cpu < 0.4,
  );
  if (stage.quick) {
    const begin = performance.now();
    await server.end('SIGTERM');
    const took = performance.now() - begin;
    stage.timely(`${what}: SIGTERM ends the wait`, `${server.ended()} after ${ms(took)}`, took < 7000);
    return;
  }
  const took = await until(() => server.ended() !== undefined, 90_000);
  const said = lines(server).at(-1) ?? '';
  stage.promise(
    `${what}: gives up with a second one after a minute`,
    `exit ${server.ended()} after ${ms(took)}: ${said}`,
    server.ended() === 1 && /cannot be reached/.test(said),
  );
}

const lines = (server: Server) => server.output().trim().split('\n').filter(Boolean);
