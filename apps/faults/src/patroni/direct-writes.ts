import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { connection } from '../cluster.ts';
import type { RigContext } from '../rig.ts';
import type { Node } from './topology.ts';

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
