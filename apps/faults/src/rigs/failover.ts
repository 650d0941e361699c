import { setTimeout as wait } from 'node:timers/promises';
import { cpuOf } from '@daybook/testing/machine';
import { type Reply, send } from '../client.ts';
import { type Cluster, connection, makeCluster } from '../cluster.ts';
import { between, checkAnswers, checkRecords, ms, slowest, statuses } from '../figures.ts';
import { type Load, startLoad } from '../load.ts';
import { until } from '../machine.ts';
import { type Fault, faults } from '../patroni/machine.ts';
import { startTopology, type Topology } from '../patroni/topology.ts';
import type { Rig, RigContext } from '../rig.ts';
import { startOn, startServer } from '../server.ts';
import { startDirectWrites } from './unconfirmed.ts';

export const failover: Rig = {
  title: 'two hosts in DATABASE_URL: kill -9 of the primary under load, its standby is promoted',
  quick: true,
  async run(context) {
    const primary = await makeCluster();
    context.defer(() => primary.remove());
    const standby = await makeCluster({ standbyOf: primary });
    context.defer(() => standby.remove());
    await waitForSync(primary);
    const name = await primary.database();
    // The standby first: the first host that answers must not be the one chosen.
    const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
    const url = `postgres://postgres@${hosts}/${name}?target_session_attrs=read-write`;
    const { server, token } = await startOn(context, url);
    await checkStartOnStandby(context, standby, name);

    const load = startLoad(context, server.url, { token });
    const health = probe(server.url);
    await wait(2000);
    const usual = cpuOf(server.pid);
    const killed = performance.now();
    await primary.kill();
    await wait(context.quick ? 3000 : 15_000);
    const cpu = cpuOf(server.pid) - usual;
    const seconds = (performance.now() - killed) / 1000;
    await standby.promote();
    const promoted = performance.now();
    const write = { method: 'POST', path: '/bills', token, body: { date: '2024-01-31', value: 1 } };
    const served = await until(async () => (await send(server.url, write)).status === 200, 20_000);
    await wait(2000);
    await Promise.all([load.stop(), health.stop()]);
    const meanwhile = between(health.replies, killed + 2500, promoted);
    const after = health.replies.at(-1);
    context.checkTime(
      'served within 5 s of the promotion',
      ms(served),
      served !== undefined && served <= 5000,
    );
    context.check(
      '/readyz answers 503 while no host takes writes, then 200',
      `${statuses(meanwhile)}; ${after?.status}`,
      meanwhile.every(({ status }) => status === 503) && after?.status === 200,
    );
    context.checkTime(
      'no busy loop meanwhile',
      `${cpu.toFixed(1)} s of CPU in ${seconds.toFixed(1)} s, with 20 clients`,
      cpu < seconds * 0.7,
    );
    checkAnswers(context, load.samples, 6500);
    await checkRecords(context, standby.url(name), load.acknowledged);
  },
};

/** Makes each commit wait for the standby; returns when that is in sync. */
async function waitForSync(primary: Cluster): Promise<void> {
  const sql = connection(primary.url());
  await sql.unsafe("alter system set synchronous_standby_names = '*'");
  await sql`select pg_reload_conf()`;
  await until(async () => {
    const [row] = await sql`select count(*)::int as n from pg_stat_replication where sync_state = 'sync'`;
    return row?.n === 1;
  }, 20_000);
  await sql.end();
}

/** A service whose only host is the standby waits for its promotion, and reports that. */
async function checkStartOnStandby(context: RigContext, standby: Cluster, name: string): Promise<void> {
  await until(() => standby.answers(), 10_000);
  const server = await startServer(context, { DATABASE_URL: standby.url(name) });
  await until(() => server.messages().length > 0, 15_000);
  const lines = server.messages();
  context.check(
    'a start on a standby waits, and reports it in one line',
    lines.join(' / '),
    server.ended() === undefined && lines.length === 1 && /is a standby/.test(lines[0] ?? ''),
  );
  const begin = performance.now();
  await server.end('SIGTERM');
  const took = performance.now() - begin;
  context.checkTime('SIGTERM ends that wait at once', ms(took), took < 1500);
}

function probe(url: string) {
  const replies: Reply[] = [];
  let running = true;
  const probing = (async () => {
    while (running) {
      replies.push(await send(url, { path: '/readyz' }));
      await wait(100);
    }
  })();
  const stop = () => {
    running = false;
    return probing;
  };
  return { replies, stop };
}

/** What docs/scaling.md promises of the files in deploy/patroni. */
export const patroni: Rig = {
  title: 'Patroni, etcd, HAProxy and two instances: crashes, a cut, a switchover, each under load',
  // Two minutes even so: by its name, also with --quick.
  quick: false,
  async run(context) {
    const topology = await startTopology(context);
    const token = await topology.instances[0]?.logIn();
    const primary = await topology.whenWhole();
    const endDirectWrites = await startDirectWrites(context, topology.nodes, primary);
    const load = startLoad(context, topology.url, { token: token ?? '', workers: 10, repeat: true });
    context.defer(() => load.stop());
    await wait(2000);
    for (const fault of faults) {
      const gaps: number[] = [];
      for (let round = 0; round < (context.quick ? 1 : 5); round++)
        gaps.push(await run(context, topology, load, fault));
      context.checkTime(
        `${fault.name}: writes again within ${ms(fault.gap)}`,
        gaps.map(ms).join(', '),
        gaps.every((gap) => gap <= fault.gap),
      );
    }
    await wait(1000);
    await load.stop();
    const last = await topology.whenWhole();
    await endDirectWrites(last);

    const others = load.samples.filter(({ status }) => status !== 200 && status !== 503);
    context.check('every request is answered with 200 or 503', statuses(load.samples), others.length === 0);
    const hung = load.samples.filter(({ failure }) => failure === 'HUNG');
    context.check('no request hangs', `${hung.length}`, hung.length === 0);
    const most = slowest(load.samples);
    context.checkTime('the slowest answer takes 7 s at the most', ms(most), most <= 7000);
    const ended = topology.instances.filter((instance) => instance.ended() !== undefined);
    context.check('both instances keep running', `${ended.length} ended`, ended.length === 0);
    await checkRecords(context, topology.database, load.acknowledged);
  },
};

/** @returns milliseconds between two successful writes, at the most */
async function run(context: RigContext, topology: Topology, load: Load, fault: Fault): Promise<number> {
  const primary = await topology.whenWhole();
  await wait(1000);
  const successes = () =>
    between(load.samples, began - 1000).filter(({ write, status }) => write && status === 200);
  const began = performance.now();
  const end = await fault.begin(primary, topology);
  await wait(fault.lasts);
  // Over when writes have succeeded again for a second.
  const isServed = () => {
    const now = performance.now();
    return between(successes(), now - 1000).length >= 5 && between(successes(), now - 400).length >= 1;
  };
  await until(isServed, fault.gap + 20_000);
  const times = [...successes().map(({ at, ms }) => at + ms), performance.now()].sort((a, b) => a - b);
  const gap = times.reduce((most, time, n) => Math.max(most, time - (times[n - 1] ?? time)), 0);
  if (fault.replaces) {
    const others = (await topology.primaries()).filter((node) => node !== primary);
    context.check(
      `${fault.name}: another node is the primary`,
      `${others.map(({ name }) => name)} for ${primary.name}`,
      others.length === 1,
    );
  }
  await end();
  return gap;
}
