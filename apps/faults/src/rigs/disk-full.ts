import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { send } from '../client.ts';
import { connection, makeCluster } from '../cluster.ts';
import { fillUp, readStored, smallDisk } from '../embedded.ts';
import { between, checkAnswers, checkRecords, checkStored, ms, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig, RigContext } from '../rig.ts';
import { type Server, startOn, startServer } from '../server.ts';

const megabytes = 24;

export const diskFull: Rig = {
  title: "PostgreSQL's disk is full",
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const folder = smallDisk(context, megabytes);
    const root = connection(cluster.url());
    const space = `small${Date.now()}`;
    await root.unsafe(`create tablespace ${space} location '${folder}'`);
    const name = await cluster.database(space);
    context.defer(async () => {
      await root.unsafe(`drop database ${name} with (force)`);
      await root.unsafe(`drop tablespace ${space}`);
      await root.end();
    });
    const { server, token } = await startOn(context, cluster.url(name));
    const load = startLoad(context, server.url, { token });
    await wait(1000);
    const sql = connection(cluster.url(name));
    await sql`create table filling (text text)`;
    const fill = () =>
      sql`insert into filling select repeat(md5(random()::text), 60) from generate_series(1, 200)`.then(
        () => false,
        () => true,
      );
    if ((await until(fill, 30_000)) === undefined) throw new Error('the disk did not get full');
    // Writes succeed while there is room in the tables' pages.
    const refusedOnce = () => load.samples.slice(-200).some(({ write, status }) => write && status === 503);
    await until(refusedOnce, 20_000);
    const full = performance.now();
    await wait(2000);
    const meanwhile = between(load.samples, full);
    await sql`drop table filling`;
    await sql.end();
    const body = { date: '2024-01-31', value: '1', description: 'after' };
    const back = await until(
      async () => (await send(server.url, { method: 'POST', path: '/bills', token, body })).status === 200,
      10_000,
    );
    const served = performance.now();
    await wait(1000);
    await load.stop();
    const writes = meanwhile.filter(({ write }) => write);
    const reads = meanwhile.filter(({ write }) => !write);
    context.check(
      'writes get 503 with Retry-After',
      statuses(writes),
      writes.some(({ status }) => status === 503) &&
        writes.every(({ status, retryAfter }) => status === 200 || (status === 503 && retryAfter)),
    );
    context.check(
      'reads are served',
      statuses(reads),
      reads.length > 0 && reads.every(({ status }) => status === 200),
    );
    const after = between(load.samples, served);
    context.check(
      'writes are served again, without a restart',
      `after ${ms(back)}; ${statuses(after)}`,
      back !== undefined && server.ended() === undefined && after.every(({ status }) => status === 200),
    );
    await checkRecords(context, cluster.url(name), load.acknowledged);
  },
};

export const walFull: Rig = {
  title:
    "the disk of PostgreSQL's write-ahead log is full, which ends PostgreSQL; it is started again with room",
  quick: true,
  async run(context) {
    const disk = smallDisk(context, 64);
    const cluster = await makeCluster({ log: join(disk, 'log') });
    context.defer(() => cluster.remove());
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(context, database);
    const load = startLoad(context, server.url, { token });
    await wait(1000);

    const makeRoom = fillUp(disk, 4);
    const sql = connection(cluster.url(), 2);
    const ended = await until(async () => {
      const message = sql`select pg_logical_emit_message(true, '', repeat('x', 1000000))`;
      const isWritten = await message.then(
        () => true,
        () => false,
      );
      return !isWritten && !(await cluster.answers());
    }, 20_000);
    await sql.end({ timeout: 0 });
    if (ended === undefined) throw new Error('the disk did not get full');
    // It may have stopped only in part, or come back by itself.
    await cluster.kill();
    const down = performance.now();
    await wait(3000);
    const meanwhile = between(load.samples, down);

    makeRoom();
    await cluster.start();
    const back = await until(
      async () => (await send(server.url, { path: '/bills?limit=1', token })).status === 200,
      10_000,
    );
    const up = performance.now();
    await wait(1000);
    await load.stop();
    const after = between(load.samples, up + 200);
    context.check(
      'while PostgreSQL is down: 503',
      statuses(meanwhile),
      meanwhile.length > 0 && meanwhile.every(({ status }) => status === 503),
    );
    context.checkTime('served again within 2 s of PostgreSQL', ms(back), back !== undefined && back <= 2000);
    context.check(
      'as before, without a restart of the service',
      `${statuses(after)}; ended: ${server.ended() ?? 'no'}`,
      server.ended() === undefined && after.length > 0 && after.every(({ status }) => status === 200),
    );
    checkAnswers(context, load.samples, 6500);
    await checkRecords(context, database, load.acknowledged);
  },
};

export const embeddedDiskFull: Rig = {
  title: "the embedded database's disk is nearly full, then so suddenly that PostgreSQL ends",
  quick: true,
  async run(context) {
    const disk = smallDisk(context, 160);
    const dataDir = join(disk, 'data');
    const { server, token } = await startOn(context, undefined, { DATA_DIR: dataDir });
    const first = await nearlyFull(context, server, token, disk);
    const second = await full(context, server, token, disk);

    const again = await startServer(context, { DATA_DIR: dataDir });
    const took = await again.ready().catch(() => undefined);
    context.check('starts when there is room again', ms(took), took !== undefined);
    checkStored(context, await readStored(again), [...first, ...second]);
    await again.end('SIGTERM');
  },
};

/** Something else fills the disk, slowly enough for the guard to notice. */
async function nearlyFull(context: RigContext, server: Server, token: string, disk: string) {
  const load = startLoad(context, server.url, { token });
  await wait(1000);
  const makeRoom = fillUp(disk, 20);
  // The guard looks at the disk from time to time.
  const isRefused = () => load.samples.slice(-50).some(({ write, status }) => write && status === 503);
  await until(isRefused, 20_000);
  await wait(500);
  const full = performance.now();
  await wait(1000);
  // No checkpoint can be made.
  fillUp(disk, 0);
  await wait(1000);
  const readyz = await send(server.url, { path: '/readyz' });
  const meanwhile = between(load.samples, full);
  makeRoom();
  const body = { date: '2024-01-31', value: '1', description: 'after' };
  const back = await until(
    async () => (await send(server.url, { method: 'POST', path: '/bills', token, body })).status === 200,
    10_000,
  );
  await load.stop();
  const writes = meanwhile.filter(({ write }) => write);
  const reads = meanwhile.filter(({ write }) => !write);
  context.check(
    'nearly full: writes get 503 with Retry-After',
    statuses(writes),
    writes.length > 0 && writes.every(({ status, retryAfter }) => status === 503 && retryAfter),
  );
  context.check(
    'reads are served',
    statuses(reads),
    reads.length > 0 && reads.every(({ status }) => status === 200),
  );
  context.check('/readyz says so', readyz.body, readyz.status === 503 && /"READ_ONLY"/.test(readyz.body));
  const messages = lines(server, /DATA_DIR/);
  context.check(
    'reports it in one line, and its end in another',
    messages.join(' / '),
    messages.length === 2,
  );
  context.checkTime(
    'writes are served again, without a restart, within 2 s',
    ms(back),
    (back ?? Infinity) < 2000,
  );
  return load.acknowledged;
}

/** No room for the write-ahead log: messages are written to it, which the guard does not see. */
async function full(context: RigContext, server: Server, token: string, disk: string) {
  const load = startLoad(context, server.url, { token });
  await wait(500);
  const makeRoom = fillUp(disk, 2);
  const sql = postgres({
    path: join(server.dataDir, 'postgresql', '.s.PGSQL.5432'),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    fetch_types: false,
  } as object);
  await until(async () => {
    await sql`select pg_logical_emit_message(true, '', repeat('x', 1000000))`.catch(() => {});
    return server.ended() !== undefined;
  }, 20_000);
  await sql.end({ timeout: 0 });
  await load.stop();
  const messages = lines(server, /has stopped/);
  context.check(
    'no room for the log: ends with 1 and one clear line',
    `exit ${server.ended()}: ${messages.join(' / ')}`,
    server.ended() === 1 && messages.length === 1 && /disk of DATA_DIR .* is full/.test(messages[0] ?? ''),
  );
  const refused = await startServer(context, { DATA_DIR: server.dataDir });
  await refused.ready().catch(() => {});
  const reason = lines(refused, /./);
  context.check(
    'a start meanwhile is refused in one clear line',
    `exit ${refused.ended()}: ${reason.join(' / ')}`,
    refused.ended() === 1 && reason.length === 1 && /disk of DATA_DIR .*is full/.test(reason[0] ?? ''),
  );
  makeRoom();
  return load.acknowledged;
}

const lines = (server: Server, pattern: RegExp) => server.messages().filter((line) => pattern.test(line));
