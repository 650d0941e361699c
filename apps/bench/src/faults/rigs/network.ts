import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../client.ts';
import { between, judgeAnswers, judgeRecords, ms, percentile, slowest, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';
import { startTcpProxy } from '../tcp-proxy.ts';

export const network: Rig = {
  title: 'the network to the database: 200 ms latency, resets, a black hole',
  quick: true,
  async run(stage) {
    const cluster = await stage.cluster();
    const name = await cluster.database();
    const proxy = await startTcpProxy(stage, cluster.port);
    const far = `postgres://postgres@127.0.0.1:${proxy.port}/${name}`;
    const { server, token } = await startOn(stage, far);
    const load = startLoad(server.url, { token });
    const long = stage.quick ? 3000 : 15_000;
    await wait(1000);

    proxy.delay = 200;
    const slow = performance.now();
    await wait(long);
    const delayed = between(load.samples, slow);
    stage.promise(
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
    stage.promise(
      'a tenth of the connections reset every 100 ms: most are served',
      `${resets} resets; ${statuses(reset)}`,
      reset.filter(({ status }) => status === 200).length > reset.length / 2,
    );

    await wait(500);
    proxy.hole = true;
    const vanished = performance.now();
    await wait(stage.quick ? 8000 : 20_000);
    const late = slowest(between(load.samples, vanished));
    proxy.hole = false;
    const back = await until(
      async () => (await ask(server.url, { path: '/bills?limit=1', token })).status === 200,
      20_000,
    );
    stage.timely('a black hole: answered within 6.5 s', ms(late), late <= 6500);
    stage.timely('served again within 5 s of its end', ms(back), back !== undefined && back <= 5000);
    await wait(1500);
    const after = performance.now();
    await wait(1000);
    await load.stop();
    const last = between(load.samples, after);
    stage.promise(
      'served as before after it',
      statuses(last),
      last.length > 0 && last.every(({ status }) => status === 200),
    );
    judgeAnswers(stage, load.samples, 6800);
    stage.promise('the process lives on', `ended: ${server.ended() ?? 'no'}`, server.ended() === undefined);
    await judgeRecords(stage, cluster.url(name), load.acknowledged);
  },
};
