import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../client.ts';
import { between, checkAnswers, checkRecords, ms, percentile, slowest, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';
import { startTcpProxy } from '../tcp-proxy.ts';

export const network: Rig = {
  title: 'the network to the database: 200 ms latency, resets, a black hole',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const name = await cluster.database();
    const proxy = await startTcpProxy(context, cluster.port);
    const far = `postgres://postgres@127.0.0.1:${proxy.port}/${name}`;
    const { server, token } = await startOn(context, far);
    const load = startLoad(context, server.url, { token });
    const long = context.quick ? 3000 : 15_000;
    await wait(1000);

    proxy.delay = 200;
    const slow = performance.now();
    await wait(long);
    const delayed = between(load.samples, slow);
    context.check(
      '200 ms latency: slower, and all served',
      `${statuses(delayed)}, p50 ${ms(
        percentile(
          delayed.map((sample) => sample.ms),
          0.5,
        ),
      )}`,
      delayed.length > 0 && delayed.every(({ status }) => status === 200),
    );
    proxy.delay = 0;

    const resetting = performance.now();
    let resets = 0;
    while (performance.now() - resetting < long) {
      resets += proxy.reset(0.1);
      await wait(100);
    }
    const reset = between(load.samples, resetting);
    context.check(
      'a tenth of the connections reset every 100 ms: most are served',
      `${resets} resets; ${statuses(reset)}`,
      reset.filter(({ status }) => status === 200).length > reset.length / 2,
    );

    await wait(500);
    proxy.blackHole = true;
    const vanished = performance.now();
    await wait(context.quick ? 8000 : 20_000);
    const late = slowest(between(load.samples, vanished));
    proxy.blackHole = false;
    const back = await until(
      async () => (await send(server.url, { path: '/bills?limit=1', token })).status === 200,
      20_000,
    );
    context.checkTime('a black hole: answered within 6.5 s', ms(late), late <= 6500);
    context.checkTime('served again within 5 s of its end', ms(back), back !== undefined && back <= 5000);
    // Connections that were made while it lasted are given up after 5 s of silence.
    await wait(6500);
    const after = performance.now();
    await wait(1000);
    await load.stop();
    const last = between(load.samples, after);
    context.check(
      'served as before 7 s after it',
      statuses(last),
      last.length > 0 && last.every(({ status }) => status === 200),
    );
    checkAnswers(context, load.samples, 6800);
    context.check(
      'the process keeps running',
      `ended: ${server.ended() ?? 'no'}`,
      server.ended() === undefined,
    );
    await checkRecords(context, cluster.url(name), load.acknowledged);
  },
};
