import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../client.ts';
import { between, checkAnswers, checkRecords, ms } from '../figures.ts';
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
