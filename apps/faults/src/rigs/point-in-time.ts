import { renameSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, connection, makeCluster } from '../cluster.ts';
import { between, checkAnswers, checkRecords, ms, slowest, statuses } from '../figures.ts';
import { type Load, startLoad } from '../load.ts';
import { until } from '../machine.ts';
import { type PgBackRest, preparePgBackRest } from '../pgbackrest.ts';
import type { Rig, RigContext } from '../rig.ts';
import { startOn } from '../server.ts';

export const pointInTime: Rig = {
  title: 'backups by pgBackRest under load, restored to a point in time; the machine is lost and restored',
  quick: true,
  async run(context) {
    const pgbackrest = preparePgBackRest(context);
    const { environment } = pgbackrest;
    const cluster = await makeCluster({ configuration: pgbackrest.archiving, environment });
    context.defer(() => cluster.remove());
    const name = await cluster.database();
    await pgbackrest.run(cluster, 'stanza-create');
    await pgbackrest.run(cluster, 'check');
    const { server, token } = await startOn(context, cluster.url(name));
    const load = startLoad(context, server.url, { token });
    await wait(1000);
    const begin = performance.now();
    const took = await pgbackrest.run(cluster, '--type=full backup');
    const meanwhile = between(load.samples, begin);
    context.checkTime(
      'while a backup is made, nobody waits for more than 2 s',
      `slowest ${ms(slowest(meanwhile))}; ${ms(took)}`,
      slowest(meanwhile) <= 2000,
    );
    await checkRepositoryAway(context, cluster, pgbackrest, load);

    const before = [...load.acknowledged];
    const sql = connection(cluster.url());
    const [now] = await sql`select clock_timestamp()::text as time`;
    await sql.end();
    const moment = performance.now();
    await wait(2000);
    // The restore has to choose the one before.
    await pgbackrest.run(cluster, '--type=full backup');
    await pgbackrest.run(cluster, 'check');
    await checkMoment(context, pgbackrest, { name, time: now?.time, moment, before, load });

    const archived = [...load.acknowledged];
    await pgbackrest.run(cluster, 'check');
    await wait(context.quick ? 1000 : 90_000);
    const killed = performance.now();
    await cluster.kill();
    await load.stop();
    checkAnswers(context, load.samples, 6500);
    await server.end('SIGKILL');
    await checkLostMachine(context, pgbackrest, { cluster, name, archived, killed, load });
  },
};

/** While nothing can be archived the service goes on; afterwards what was kept is archived. */
async function checkRepositoryAway(
  context: RigContext,
  cluster: Cluster,
  { repository }: PgBackRest,
  load: Load,
): Promise<void> {
  const sql = connection(cluster.url());
  const archiver = async () => {
    const [row] =
      await sql`select failed_count::int as failed, last_archived_wal as last from pg_stat_archiver`;
    return row as unknown as { failed: number; last: string };
  };
  const { failed } = await archiver();
  renameSync(repository, `${repository}.away`);
  const from = performance.now();
  const [segment] = await sql`select pg_walfile_name(pg_switch_wal()) as name`;
  await until(async () => (await archiver()).failed > failed, 30_000);
  await wait(500);
  const failures = (await archiver()).failed - failed;
  const meanwhile = between(load.samples, from);
  renameSync(`${repository}.away`, repository);
  const caughtUp = await until(async () => (await archiver()).last >= segment?.name, 100_000);
  await sql.end();
  context.check(
    'while the repository is away, pg_stat_archiver says so and the service goes on',
    `${failures} failed; ${statuses(meanwhile)}`,
    failures > 0 && meanwhile.length > 0 && meanwhile.every(({ status }) => status === 200),
  );
  context.check('what was kept meanwhile is archived', ms(caughtUp), caughtUp !== undefined);
}

interface Moment {
  readonly name: string;
  /** By PostgreSQL's clock. */
  readonly time: string;
  /** The same or a little later (performance.now()). */
  readonly moment: number;
  /** What had been acknowledged. */
  readonly before: readonly string[];
  readonly load: Load;
}

/** Restores it beside the cluster that goes on. */
async function checkMoment(
  context: RigContext,
  pgbackrest: PgBackRest,
  { name, time, moment, before, load }: Moment,
): Promise<void> {
  const begin = performance.now();
  const restored = await makeCluster({
    environment: pgbackrest.environment,
    fill: async (data, port) => {
      const options = { '--pg1-path': data, '--target': time };
      await pgbackrest.run({ data, port }, '--target-action=promote restore', options);
    },
  });
  context.defer(() => restored.remove());
  const mode = await promoted(restored);
  const took = performance.now() - begin;
  const later = acknowledgedSentAfter(load, moment);
  const stored = await descriptions(restored.url(name));
  const tooMany = later.filter((tag) => stored.has(tag)).length;
  const unanswered = [...stored].filter((tag) => !before.includes(tag)).length;
  context.check(
    'restored to a point in time, beside the cluster that goes on: nothing that was sent after it is there',
    `${later.length} later ones, ${tooMany} of them there; ${unanswered} were on their way; ${ms(took)}`,
    later.length > 0 && tooMany === 0,
  );
  context.check('the restored cluster does not archive', `archive_mode ${mode}`, mode === 'off');
  await checkRecords(context, restored.url(name), before);
  const service = await startOn(context, restored.url(name)).catch(() => undefined);
  context.check('the service starts on it, and log-ins work', service ? 'yes' : 'no', service !== undefined);
  await service?.server.end('SIGKILL');
}

interface Lost {
  readonly cluster: Cluster;
  readonly name: string;
  /** What had been acknowledged before the last `check`. */
  readonly archived: readonly string[];
  readonly killed: number;
  readonly load: Load;
}

/** Removes its data directory and restores what is in the repository to a new one. */
async function checkLostMachine(
  context: RigContext,
  pgbackrest: PgBackRest,
  { cluster, name, archived, killed, load }: Lost,
): Promise<void> {
  rmSync(cluster.data, { recursive: true });
  const restored = await makeCluster({
    environment: pgbackrest.environment,
    fill: async (data, port) => void (await pgbackrest.run({ data, port }, '--stanza=daybook restore')),
  });
  context.defer(() => restored.remove());
  await promoted(restored);
  const url = restored.url(name);
  await checkRecords(context, url, archived);
  if (!context.quick) {
    const stored = await descriptions(url);
    const lost = writes(load).filter(({ tag }) => !stored.has(tag));
    const oldest = killed - Math.min(killed, ...lost.map(({ answered }) => answered));
    context.checkTime(
      'a lost machine costs what was acknowledged in the last 75 s at the most (archive_timeout and the time to archive)',
      `${lost.length} of ${load.acknowledged.length}, the oldest ${ms(oldest)} before its end`,
      oldest <= 75_000,
    );
  }
  const took = await pgbackrest.run(restored, '--type=full backup');
  const service = await startOn(context, url).catch(() => undefined);
  context.check(
    'the service starts on it, and backups go on',
    service ? `yes; a full one in ${ms(took)}` : 'no',
    service !== undefined,
  );
}

/** Waits until it takes writes. @returns its archive_mode */
async function promoted(cluster: Cluster): Promise<string> {
  const sql = connection(cluster.url());
  const took = await until(async () => !(await sql`select pg_is_in_recovery() as is`)[0]?.is, 60_000);
  if (took === undefined) throw new Error('the restored cluster does not take writes');
  const [row] = await sql`show archive_mode`;
  await sql.end();
  return row?.archive_mode;
}

async function descriptions(url: string): Promise<Set<string>> {
  const sql = connection(url);
  const rows = await sql`select description from bills`;
  await sql.end();
  return new Set(rows.map(({ description }) => description));
}

/** The acknowledged ones: a load keeps their descriptions in the order of its samples. */
const writes = ({ samples, acknowledged }: Load) =>
  samples
    .filter(({ write, status }) => write && status === 200)
    .map(({ at, ms }, n) => ({ tag: acknowledged[n] as string, sent: at, answered: at + ms }));

const acknowledgedSentAfter = (load: Load, moment: number): string[] =>
  writes(load)
    .filter(({ sent }) => sent > moment)
    .map(({ tag }) => tag);
