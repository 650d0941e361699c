import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { send } from '../client.ts';
import { connection } from '../cluster.ts';
import { checkAnswers, checkRecords, ms, slowest, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Node } from '../patroni/topology.ts';
import type { Rig, RigContext } from '../rig.ts';
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

/** A write that a node acknowledged, when it was sent and answered (performance.now()), and in which timeline. */
interface Acknowledged {
  readonly node: string;
  readonly id: string;
  readonly sent: number;
  readonly answered: number;
  readonly timeline: string;
}

const interval = 100;
const patience = 2000;

/**
 * Writes to each node itself, past HAProxy: a node that took writes while another had become the primary would be seen.
 * @returns ends it, and reports
 */
export async function startDirectWrites(context: RigContext, nodes: readonly Node[], primary: Node) {
  const sql = connection(primary.url);
  await sql`create table direct_writes (id text primary key)`;
  await sql.end();
  const acknowledged: Acknowledged[] = [];
  let running = true;
  const watching = Promise.all(nodes.map((node) => watch(node, () => running, acknowledged)));
  const end = async () => {
    running = false;
    await watching;
  };
  context.defer(end);

  return async (last: Node) => {
    await end();
    const reading = connection(last.url);
    const rows = await reading<{ id: string }[]>`select id from direct_writes`;
    await reading.end();
    const stored = new Set(rows.map(({ id }) => id));
    const lost = acknowledged.filter(({ id }) => !stored.has(id));
    // One that was sent after another node had answered in a later timeline.
    const stale = acknowledged.filter((one) =>
      acknowledged.some(
        (other) => other.node !== one.node && other.timeline > one.timeline && other.answered < one.sent,
      ),
    );
    const nodesOf = Map.groupBy(acknowledged, ({ timeline }) => timeline);
    const shared = [...nodesOf].filter(([, those]) => new Set(those.map(({ node }) => node)).size > 1);
    context.check(
      'no two primaries acknowledge, asked past HAProxy',
      `${acknowledged.length} acknowledged in ${nodesOf.size} timelines: ${stale.length} by a primary that was replaced, ${shared.length} timelines of two nodes, ${lost.length} lost`,
      acknowledged.length > 0 && stale.length + shared.length + lost.length === 0,
    );
  };
}

async function watch({ name, url }: Node, running: () => boolean, acknowledged: Acknowledged[]) {
  let number = 0;
  for (let sql = open(url); ; await wait(interval)) {
    if (!running()) return sql.end({ timeout: 0 });
    const id = `${name}-${++number}`;
    const sent = performance.now();
    // A commit that waits for a standby has no end of its own.
    const row = await Promise.race([insert(sql, id), wait(patience, 'slow' as const)]);
    if (row === 'slow') {
      void sql.end({ timeout: 0 });
      sql = open(url);
    } else if (row) acknowledged.push({ node: name, id, sent, answered: performance.now(), timeline: row });
  }
}

/** @returns the timeline; undefined where it was refused */
async function insert(sql: postgres.Sql, id: string): Promise<string | undefined> {
  try {
    const [row] = await sql`insert into direct_writes values (${id})
      returning left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`;
    return row?.timeline;
  } catch {
    return undefined;
  }
}

/** What PostgreSQL warns about is not acknowledged: here that is only a commit that no standby confirmed. */
const open = (url: string) =>
  postgres(url, {
    max: 1,
    fetch_types: false,
    connect_timeout: 2,
    onnotice: ({ message }) => new Error(message),
  });
