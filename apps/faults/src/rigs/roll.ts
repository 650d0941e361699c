import { setTimeout as wait } from 'node:timers/promises';
import { startBalancer } from '../balancer.ts';
import { acceptedRequests, between, checkRecords, ms, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

export const roll: Rig = {
  title: 'SIGTERM under load with keep-alive connections; two instances rolled behind a balancer',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());

    const { server, token } = await startOn(context, database);
    const direct = startLoad(context, server.url, { token });
    await wait(1500);
    const signalled = performance.now();
    const ending = server.end('SIGTERM');
    await ending;
    const took = performance.now() - signalled;
    await wait(100);
    await direct.stop();
    context.checkTime(
      'exit 0 within 10 s',
      `${server.ended()} after ${ms(took)}`,
      server.ended() === 0 && took < 10_000,
    );
    const failed = acceptedRequests(direct.samples, signalled).filter(({ status }) => status !== 200);
    context.check(
      'every accepted request is answered',
      `${statuses(between(direct.samples, 0, signalled))}; after SIGTERM ${statuses(between(direct.samples, signalled))}`,
      failed.length === 0,
    );

    const instances = [await startOn(context, database), await startOn(context, database)];
    const balancer = await startBalancer(context, () => instances.map((instance) => instance.server.url));
    const load = startLoad(context, balancer, { token });
    for (let round = 0; round < (context.quick ? 1 : 3); round++)
      for (const place of [0, 1]) {
        await wait(1000);
        await instances[place]?.server.end('SIGTERM');
        instances[place] = await startOn(context, database);
        await wait(500);
      }
    await wait(1000);
    await load.stop();
    const lost = load.samples.filter(({ status }) => status !== 200);
    context.check('rolled one after the other: 0 failed', statuses(load.samples), lost.length === 0);
    await checkRecords(context, database, [...direct.acknowledged, ...load.acknowledged]);
  },
};
