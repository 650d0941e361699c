import { setTimeout as wait } from 'node:timers/promises';
import { startBalancer } from '../balancer.ts';
import { between, judgeRecords, ms, statuses } from '../figures.ts';
import { type Sample, startLoad } from '../load.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

export const roll: Rig = {
  title: 'SIGTERM under load with kept-alive connections; two instances rolled behind a balancer',
  quick: true,
  async run(stage) {
    const cluster = await stage.cluster();
    const database = cluster.url(await cluster.database());

    const { server, token } = await startOn(stage, database);
    const direct = startLoad(server.url, { token });
    await wait(1500);
    const told = performance.now();
    const ending = server.end('SIGTERM');
    await ending;
    const took = performance.now() - told;
    await wait(100);
    await direct.stop();
    stage.timely(
      'exit 0 within 10 s',
      `${server.ended()} after ${ms(took)}`,
      server.ended() === 0 && took < 10_000,
    );
    // A new connection that the kernel had not handed over when the server stopped listening was never taken.
    const untaken = ({ failure, reused, at }: Sample) =>
      failure === 'ECONNREFUSED' || (failure === 'ECONNRESET' && !reused && at > told);
    const failed = direct.samples.filter((sample) => sample.status !== 200 && !untaken(sample));
    stage.promise(
      'every request that it took is answered',
      `${statuses(between(direct.samples, 0, told))}; after SIGTERM ${statuses(between(direct.samples, told))}`,
      failed.length === 0,
    );

    const instances = [await startOn(stage, database), await startOn(stage, database)];
    const balancer = await startBalancer(stage, () => instances.map((instance) => instance.server.url));
    const load = startLoad(balancer, { token });
    for (let round = 0; round < (stage.quick ? 1 : 3); round++)
      for (const place of [0, 1]) {
        await wait(1000);
        await instances[place]?.server.end('SIGTERM');
        instances[place] = await startOn(stage, database);
        await wait(500);
      }
    await wait(1000);
    await load.stop();
    const lost = load.samples.filter(({ status }) => status !== 200);
    stage.promise('rolled one after the other: 0 failed', statuses(load.samples), lost.length === 0);
    await judgeRecords(stage, database, [...direct.acknowledged, ...load.acknowledged]);
  },
};
