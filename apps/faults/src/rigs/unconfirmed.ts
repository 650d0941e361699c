import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../client.ts';
import { connection } from '../cluster.ts';
import { checkAnswers, checkRecords, ms, slowest, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

export const unconfirmed: Rig = {
  title: 'a synchronous standby that does not exist: commits wait, and some waits are cancelled',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const name = await cluster.database();
    const { server, token } = await startOn(context, cluster.url(name));
    const sql = connection(cluster.url());
    const standbys = async (names: string) => {
      await sql.unsafe(`alter system set synchronous_standby_names = '${names}'`);
      await sql`select pg_reload_conf()`;
      await wait(300);
    };
    context.defer(async () => {
      await standbys('');
      await sql.end();
    });
    let count = 0;
    const write = (key?: string) => {
      const body = { date: '2024-01-31', value: 1, description: `unconfirmed ${key ?? ++count}` };
      return send(server.url, { method: 'POST', path: '/bills', token, body, key });
    };
    const waiting = () => sql`select pid from pg_stat_activity where wait_event = 'SyncRep'`;

    await standbys('nobody');
    for (const end of ['pg_cancel_backend', 'pg_terminate_backend']) {
      const answer = write(end);
      await until(async () => (await waiting()).length > 0, 3000);
      for (const { pid } of await waiting()) await sql.unsafe(`select ${end}(${pid})`);
      const { status, body: text } = await answer;
      context.check(
        `a commit whose wait was ended (${end}) is answered 503`,
        `${status} ${text}`,
        status === 503,
      );
    }
    const again = write('pg_cancel_backend');
    const early = await Promise.race([again.then(({ status }) => status), wait(1500)]);
    context.check(
      'repeated with its Idempotency-Key, an unconfirmed commit is not answered 200',
      `${early ?? 'no answer yet'}, then ${(await again).status}`,
      early !== 200 && (await again).status === 503,
    );
    const ready = await until(async () => (await send(server.url, { path: '/readyz' })).status === 503, 5000);
    const readyz = await send(server.url, { path: '/readyz' });
    context.check('/readyz reports it', `${readyz.body} after ${ms(ready)}`, /"SLOW"/.test(readyz.body));

    // Abandoned commits would keep their connections. Each read shows that its session is used, which is a write too.
    const load = startLoad(context, server.url, { token, writes: 1 });
    await wait(1000);
    const records = connection(cluster.url(name));
    await records`set synchronous_commit to local`;
    await records`update sessions set last_seen_at = now() - interval '1 hour'`;
    await records.end();
    const reads = startLoad(context, server.url, { token, writes: 0, workers: 4 });
    let most = 0;
    const counting = setInterval(async () => {
      const [row] = await sql`select count(*)::int as n from pg_stat_activity where datname = ${name}`;
      most = Math.max(most, row?.n);
    }, 250);
    await wait(context.quick ? 8000 : 40_000);
    clearInterval(counting);
    await reads.stop();
    context.check(
      'reads of the same kind are served meanwhile',
      statuses(reads.samples),
      reads.samples.length > 0 && reads.samples.every(({ status }) => status === 200),
    );
    context.checkTime('each within half a second', ms(slowest(reads.samples)), slowest(reads.samples) < 500);
    await standbys('');
    const back = await until(async () => (await write()).status === 200, 10_000);
    await wait(1000);
    await load.stop();
    context.check('connections stay within the pools', `${most} at the most`, most > 0 && most <= 30);
    context.checkTime('served again within 2 s', ms(back), back !== undefined && back <= 2000);
    context.checkTime('no request hangs', ms(slowest(load.samples)), slowest(load.samples) <= 6500);
    checkAnswers(context, load.samples, 6500);
    await checkRecords(context, cluster.url(name), load.acknowledged);
  },
};
