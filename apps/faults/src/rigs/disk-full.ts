import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../client.ts';
import { connection } from '../cluster.ts';
import { between, checkRecords, ms, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';
import { smallDisk } from '../small-disk.ts';

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
