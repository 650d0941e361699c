import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../client.ts';
import { connection } from '../cluster.ts';
import { checkAnswers, checkRecords } from '../figures.ts';
import { startLoad } from '../load.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

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
