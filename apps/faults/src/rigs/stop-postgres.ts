import { setTimeout as wait } from 'node:timers/promises';
import { type Reply, send } from '../client.ts';
import { connection } from '../cluster.ts';
import { between, checkAnswers, checkRecords, ms, p99, slowest, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

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
