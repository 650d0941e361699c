import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../client.ts';
import { connection, makeCluster } from '../cluster.ts';
import { between, judgeAnswers, judgeRecords, ms, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';
import { fillUp, smallDisk } from '../small-disk.ts';

export const walFull: Rig = {
  title:
    "the disk of PostgreSQL's write-ahead log is full, which ends PostgreSQL; it is started again with room",
  quick: true,
  async run(stage) {
    const disk = smallDisk(stage, 64);
    const cluster = await makeCluster({ log: join(disk, 'log') });
    stage.defer(() => cluster.remove());
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(stage, database);
    const load = startLoad(server.url, { token });
    await wait(1000);

    const makeRoom = fillUp(disk, 4);
    const sql = connection(cluster.url());
    const ended = await until(async () => {
      await sql`select pg_logical_emit_message(true, '', repeat('x', 1000000))`.catch(() => {});
      return !(await cluster.answers());
    }, 20_000);
    await sql.end({ timeout: 0 });
    if (ended === undefined) throw new Error('the disk did not get full');
    const down = performance.now();
    await wait(3000);
    const meanwhile = between(load.samples, down);

    makeRoom();
    // It may have come to stand still only half-way.
    await cluster.kill();
    await cluster.start();
    const back = await until(
      async () => (await ask(server.url, { path: '/bills?limit=1', token })).status === 200,
      10_000,
    );
    const up = performance.now();
    await wait(1000);
    await load.stop();
    const after = between(load.samples, up + 200);
    stage.promise(
      'while PostgreSQL is down: 503',
      statuses(meanwhile),
      meanwhile.length > 0 && meanwhile.every(({ status }) => status === 503),
    );
    stage.timely('served again within 2 s of PostgreSQL', ms(back), back !== undefined && back <= 2000);
    stage.promise(
      'as before, without a restart of the service',
      `${statuses(after)}; ended: ${server.ended() ?? 'no'}`,
      server.ended() === undefined && after.length > 0 && after.every(({ status }) => status === 200),
    );
    judgeAnswers(stage, load.samples, 6500);
    await judgeRecords(stage, database, load.acknowledged);
  },
};
