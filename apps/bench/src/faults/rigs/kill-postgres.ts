import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../client.ts';
import { between, judgeAnswers, judgeRecords, ms } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

export const killPostgres: Rig = {
  title: 'kill -9 of PostgreSQL under load; it comes back after 3 s',
  quick: true,
  async run(stage) {
    const cluster = await stage.cluster();
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(stage, database);
    const load = startLoad(server.url, { token });
    const refusedAfter: (number | undefined)[] = [];
    const servedAfter: (number | undefined)[] = [];
    for (let round = 0; round < (stage.quick ? 1 : 5); round++) {
      await wait(2000);
      const killed = performance.now();
      await cluster.kill();
      await wait(3000);
      const refused = between(load.samples, killed).find(({ status }) => status === 503);
      refusedAfter.push(refused && refused.at + refused.ms - killed);
      await cluster.start();
      servedAfter.push(
        await until(
          async () => (await ask(server.url, { path: '/bills?limit=1', token })).status === 200,
          10_000,
        ),
      );
    }
    await wait(1000);
    await load.stop();
    judgeAnswers(stage, load.samples, 5000);
    const worst = (times: readonly (number | undefined)[]) =>
      Math.max(...times.map((time) => time ?? Infinity));
    stage.timely('503 within 2 s of the kill', ms(worst(refusedAfter)), worst(refusedAfter) <= 2000);
    stage.timely('served again within 2 s of PostgreSQL', ms(worst(servedAfter)), worst(servedAfter) <= 2000);
    stage.promise('the process lives on', `ended: ${server.ended() ?? 'no'}`, server.ended() === undefined);
    await judgeRecords(stage, database, load.acknowledged);
  },
};
