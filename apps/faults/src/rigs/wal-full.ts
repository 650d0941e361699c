import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../client.ts';
import { connection, makeCluster } from '../cluster.ts';
import { between, checkAnswers, checkRecords, ms, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';
import { fillUp, smallDisk } from '../small-disk.ts';

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
