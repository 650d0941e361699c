import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { send } from '../client.ts';
import { between, checkStored, ms, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig, RigContext } from '../rig.ts';
import { type Server, startOn, startServer } from '../server.ts';
import { fillUp, smallDisk } from '../small-disk.ts';
import { readStored } from '../stored.ts';

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
