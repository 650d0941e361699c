import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { ask } from '../client.ts';
import { between, judgeStored, ms, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig, Stage } from '../rig.ts';
import { type Server, startOn, startServer } from '../server.ts';
import { fillUp, smallDisk } from '../small-disk.ts';
import { storedIn } from '../stored.ts';

export const embeddedDiskFull: Rig = {
  title: "the embedded database's disk is nearly full, then so suddenly that PostgreSQL ends",
  quick: true,
  async run(stage) {
    const disk = smallDisk(stage, 160);
    const dataDir = join(disk, 'data');
    const { server, token } = await startOn(stage, undefined, { DATA_DIR: dataDir });
    const first = await nearlyFull(stage, server, token, disk);
    const second = await full(stage, server, token, disk);

    const again = await startServer(stage, { DATA_DIR: dataDir });
    const took = await again.ready().catch(() => undefined);
    stage.promise('starts when there is room again', ms(took), took !== undefined);
    judgeStored(stage, await storedIn(again), [...first, ...second]);
    await again.end('SIGTERM');
  },
};

/** Somebody else fills the disk, slowly enough to be seen. */
async function nearlyFull(stage: Stage, server: Server, token: string, disk: string) {
  const load = startLoad(server.url, { token });
  await wait(1000);
  const makeRoom = fillUp(disk, 20);
  await wait(500);
  const full = performance.now();
  await wait(2000);
  const meanwhile = between(load.samples, full);
  makeRoom();
  const body = { date: '2024-01-31', value: '1', description: 'after' };
  const back = await until(
    async () => (await ask(server.url, { method: 'POST', path: '/bills', token, body })).status === 200,
    10_000,
  );
  await load.stop();
  const writes = meanwhile.filter(({ write }) => write);
  const reads = meanwhile.filter(({ write }) => !write);
  stage.promise(
    'nearly full: writes get 503 with Retry-After',
    statuses(writes),
    writes.length > 0 && writes.every(({ status, retryAfter }) => status === 503 && retryAfter),
  );
  stage.promise(
    'reads go on',
    statuses(reads),
    reads.length > 0 && reads.every(({ status }) => status === 200),
  );
  const said = lines(server, /DATA_DIR/);
  stage.promise('says so in one line, and when it is over', said.join(' / '), said.length === 2);
  stage.timely('writes are served again, without a restart, within 2 s', ms(back), (back ?? Infinity) < 2000);
  return load.acknowledged;
}

/** The write-ahead log finds no room: what passes the guard is no write to a table. */
async function full(stage: Stage, server: Server, token: string, disk: string) {
  const load = startLoad(server.url, { token });
  await wait(500);
  const makeRoom = fillUp(disk, 2);
  const sql = postgres({
    path: join(server.dataDir, '.s.PGSQL.5432'),
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
  const said = lines(server, /has stopped/);
  stage.promise(
    'no room for the log: ends with 1 and one clear line',
    `exit ${server.ended()}: ${said.join(' / ')}`,
    server.ended() === 1 && said.length === 1 && /disk of DATA_DIR .* is full/.test(said[0] ?? ''),
  );
  const refused = await startServer(stage, { DATA_DIR: server.dataDir });
  await refused.ready().catch(() => {});
  const words = lines(refused, /./);
  stage.promise(
    'a start meanwhile is refused in one clear line',
    `exit ${refused.ended()}: ${words.join(' / ')}`,
    refused.ended() === 1 && words.length === 1 && /disk of DATA_DIR .*is full/.test(words[0] ?? ''),
  );
  makeRoom();
  return load.acknowledged;
}

const lines = (server: Server, like: RegExp) =>
  server
    .output()
    .split('\n')
    .filter((line) => like.test(line));
