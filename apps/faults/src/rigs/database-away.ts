import { setTimeout as wait } from 'node:timers/promises';
import { type Reply, send } from '../client.ts';
import { connection } from '../cluster.ts';
import { between, checkAnswers, checkRecords, ms, p99, slowest, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

export const killPostgres: Rig = {
  title: 'kill -9 of PostgreSQL under load; it comes back after 3 s',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(context, database);
    const load = startLoad(context, server.url, { token });
    const refusedAfter: (number | undefined)[] = [];
    const servedAfter: (number | undefined)[] = [];
    for (let round = 0; round < (context.quick ? 1 : 5); round++) {
      await wait(2000);
      const killed = performance.now();
      await cluster.kill();
      await wait(3000);
      const refused = between(load.samples, killed).find(({ status }) => status === 503);
      refusedAfter.push(refused && refused.at + refused.ms - killed);
      await cluster.start();
      servedAfter.push(
        await until(
          async () => (await send(server.url, { path: '/bills?limit=1', token })).status === 200,
          10_000,
        ),
      );
    }
    await wait(1000);
    await load.stop();
    checkAnswers(context, load.samples, 5000);
    const worst = (times: readonly (number | undefined)[]) =>
      Math.max(...times.map((time) => time ?? Infinity));
    context.checkTime('503 within 2 s of the kill', ms(worst(refusedAfter)), worst(refusedAfter) <= 2000);
    context.checkTime(
      'served again within 2 s of PostgreSQL',
      ms(worst(servedAfter)),
      worst(servedAfter) <= 2000,
    );
    context.check(
      'the process keeps running',
      `ended: ${server.ended() ?? 'no'}`,
      server.ended() === undefined,
    );
    await checkRecords(context, database, load.acknowledged);
  },
};

export const terminateBackends: Rig = {
  title: 'a random connection of the service is terminated every 100 ms',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const name = await cluster.database();
    const { server, token } = await startOn(context, cluster.url(name));
    const load = startLoad(context, server.url, { token });
    const sql = connection(cluster.url());
    let terminated = 0;
    let retried = 0;
    let failedTwice = 0;
    // What is terminated during the second try would fail it by chance.
    let retrying = 0;
    const until = performance.now() + (context.quick ? 5000 : 30_000);
    let over = false;
    // A reader who tries once more, after as long as it takes a person to press a key.
    const reader = async () => {
      while (!over) {
        const read = () => send(server.url, { path: '/bills?limit=1', token });
        if ((await read()).status !== 200) {
          retried += 1;
          retrying += 1;
          await wait(250);
          if ((await read()).status !== 200) failedTwice += 1;
          retrying -= 1;
        }
        await wait(2);
      }
    };
    const readers = [reader(), reader(), reader()];
    while (performance.now() < until) {
      await wait(100);
      if (retrying > 0) continue;
      const rows = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and application_name = 'daybook' order by random() limit 1`;
      terminated += rows.length;
    }
    over = true;
    await Promise.all([...readers, load.stop()]);
    await sql.end();
    checkAnswers(context, load.samples, 5000);
    context.check(
      'a read that is tried once more succeeds',
      `${terminated} terminated, ${retried} reads tried again, ${failedTwice} failed again`,
      terminated > 0 && failedTwice === 0,
    );
    context.check(
      'the process keeps running',
      `ended: ${server.ended() ?? 'no'}`,
      server.ended() === undefined,
    );
    await checkRecords(context, cluster.url(name), load.acknowledged);
  },
};

export const stopPostgres: Rig = {
  title: 'all processes of PostgreSQL are stopped (SIGSTOP)',
  quick: true,
  concurrency: 2,
  async run(context) {
    const cluster = await context.cluster();
    const name = await cluster.database();
    const { server, token } = await startOn(context, cluster.url(name));
    context.defer(() => cluster.signal('SIGCONT'));
    const load = startLoad(context, server.url, { token });
    let probing = true;
    const alive: Reply[] = [];
    const ready: Reply[] = [];
    const probe = async (path: string, replies: Reply[]) => {
      while (probing) {
        replies.push(await send(server.url, { path }));
        await wait(100);
      }
    };
    const probes = [probe('/healthz', alive), probe('/readyz', ready)];
    await wait(1500);
    const normal = p99(load.samples);
    const recovered: number[] = [];
    const unready: Reply[] = [];
    for (let round = 0; round < (context.quick ? 1 : 3); round++) {
      cluster.signal('SIGSTOP');
      const stopped = performance.now();
      await wait(context.quick ? 8000 : 10_000);
      const continued = performance.now();
      cluster.signal('SIGCONT');
      unready.push(...between(ready, stopped, continued - 1000));
      const recovery = await until(() => {
        const latest = load.samples.slice(-40);
        return latest.every(({ status, at }) => status === 200 && at > continued);
      }, 10_000);
      recovered.push(recovery ?? Infinity);
      await wait(1000);
    }
    probing = false;
    await Promise.all([...probes, load.stop()]);
    checkAnswers(context, load.samples, 6500);
    context.checkTime(
      '/healthz answers 200 within 100 ms throughout',
      `${statuses(alive)}, slowest ${ms(slowest(alive))}`,
      alive.every(({ status }) => status === 200) && slowest(alive) < 100,
    );
    context.check(
      '/readyz answers 503 meanwhile',
      statuses(unready),
      unready.length > 0 && unready.every(({ status }) => status === 503),
    );
    context.checkTime('full service within 2 s', ms(Math.max(...recovered)), Math.max(...recovered) <= 2000);
    const sql = connection(cluster.url());
    const [row] = await sql`select count(*)::int as connections from pg_stat_activity
      where datname = ${name} and application_name = 'daybook'`;
    await sql.end();
    // Of 30, those that this load uses: four for authentication, three to read bills, and one to write them at least.
    context.check(
      'the pools are complete again',
      `${row?.connections} connections; p99 before ${ms(normal)}`,
      row?.connections >= 8 && row?.connections <= 30,
    );
    await checkRecords(context, cluster.url(name), load.acknowledged);
  },
};
