import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '@daybook/testing/machine';
import { type Reply, send } from '../client.ts';
import { connection } from '../cluster.ts';
import { ms, p99, percentile, statuses } from '../figures.ts';
import { flood } from '../flood.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

export const overload: Rig = {
  title: '800 clients at once, many more than it can serve',
  quick: true,
  concurrency: 1,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(context, database);
    const sql = connection(database);
    await sql`insert into bills (id, date, value, description, extra_notes)
      select gen_random_uuid(), date '2024-01-01' + n, n, 'a bill', '' from generate_series(1, 1000) n`;
    await sql.end();
    const request = { path: '/bills?limit=1000', token };
    const seconds = context.quick ? 4 : 15;

    const normal = await flood({ url: server.url, request, seconds: 3, clients: 16 });
    const capacity = normal.filter(({ status }) => status === 200).length / 3;
    const before = memoryOf(server.pid);
    let most = before;
    let flooding = true;
    const alive: Reply[] = [];
    const watch = async () => {
      while (flooding) {
        alive.push(await send(server.url, { path: '/healthz' }));
        most = Math.max(most, memoryOf(server.pid));
        await wait(50);
      }
    };
    const watching = watch();
    const replies = await flood({ url: server.url, request, seconds, clients: 800, obeysRetryAfter: true });
    flooding = false;
    await watching;

    const served = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status === 503);
    const measured = `${Math.round(capacity)}/s served at normal load, p99 ${ms(p99(normal))}`;
    context.check(
      'answered with 200, or 503 with Retry-After',
      `${statuses(replies)}; ${measured}`,
      served.length + refused.length === replies.length && refused.every(({ retryAfter }) => retryAfter),
    );
    context.checkTime(
      'keeps serving: more than half of its capacity',
      `${Math.round(served.length / seconds)}/s`,
      served.length / seconds > capacity / 2,
    );
    context.checkTime('p99 of what is accepted is under 1 s', ms(p99(served)), p99(served) < 1000);
    const middle = percentile(
      refused.map((reply) => reply.ms),
      0.5,
    );
    context.checkTime(
      'a refusal comes early: half of them within 500 ms',
      ms(middle),
      refused.length === 0 || middle < 500,
    );
    context.check(
      '/healthz answers throughout',
      `${statuses(alive)}, p99 ${ms(p99(alive))}`,
      alive.every(({ status }) => status === 200),
    );
    context.check(
      'memory is bounded: less than 150 MB more',
      `${Math.round(before)} MB, then ${Math.round(most)} MB`,
      most - before < 150,
    );
    await wait(500);
    const after = await send(server.url, request);
    context.check(
      'serves as before at once afterwards',
      `${after.status} in ${ms(after.ms)}`,
      after.status === 200,
    );
  },
};
