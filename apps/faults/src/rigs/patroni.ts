import { setTimeout as wait } from 'node:timers/promises';
import { between, checkRecords, ms, slowest, statuses } from '../figures.ts';
import { type Load, startLoad } from '../load.ts';
import { until } from '../machine.ts';
import { startDirectWrites } from '../patroni/direct-writes.ts';
import { type Fault, faults } from '../patroni/faults.ts';
import { startTopology, type Topology } from '../patroni/topology.ts';
import type { Rig, RigContext } from '../rig.ts';

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
