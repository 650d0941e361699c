import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Cluster, makeCluster } from './cluster.ts';
import { NotRun, type Rig, type RigContext } from './rig.ts';
import { rigs } from './rigs.ts';

const usage = `npm run faults -- [name…] [--quick] [--table FILE]

Breaks what the service depends on, floods it, and reports each promise as KEPT, BROKEN, LATE or NOT RUN.
LATE: only a promised time was missed, twice, of which a busy machine may be the cause. Ends with 1 if a promise was broken.
--quick: shorter, without the long rigs, with less load, and up to three at a time unless they measure short times.
--table: all figures of cost, in files whose names begin so.

${Object.entries(rigs)
  .map(([name, { title }]) => `  ${name.padEnd(18)} ${title}`)
  .join('\n')}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    table: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const unknown = positionals.filter((name) => !(name in rigs));
if (values.help || unknown.length > 0) {
  print(unknown.length > 0 ? `There is no rig ${unknown.join(', ')}.\n\n${usage}` : usage);
  process.exit(unknown.length > 0 ? 2 : 0);
}

const counts = { KEPT: 0, BROKEN: 0, LATE: 0, 'NOT RUN': 0 };
type Verdict = keyof typeof counts;

/** One rig of a lane runs at a time, on the lane's cluster. */
interface Lane {
  cluster?: Promise<Cluster>;
}
const lanes: Lane[] = [{}, {}, {}];

const chosen = Object.entries(rigs).filter(([name, rig]) =>
  positionals.length > 0 ? positionals.includes(name) : rig.quick || !values.quick,
);
/** Runs these, at most `count` at a time. */
async function runAll(all: typeof chosen, count: number): Promise<void> {
  const queue = all.values();
  await Promise.all(
    lanes.slice(0, count).map(async (lane) => {
      for (const [name, rig] of queue) await runRig(lane, name, rig);
    }),
  );
}
if (values.quick)
  for (const count of [3, 2, 1]) {
    const group = chosen.filter(([, { concurrency = 3 }]) => concurrency === count);
    await runAll(group, count);
  }
else await runAll(chosen, 1);
for (const { cluster } of lanes) await cluster?.then((each) => each.remove()).catch(() => {});
print(`\n${counts.KEPT} kept, ${counts.BROKEN} broken, ${counts.LATE} late, ${counts['NOT RUN']} not run\n`);
process.exit(counts.BROKEN > 0 ? 1 : 0);

/** Runs it, and once more where only times were too long; prints all of it at its end. */
async function runRig(lane: Lane, name: string, rig: Rig): Promise<void> {
  const lines = [`\n== ${name}: ${rig.title}\n`];
  let verdicts = await attempt(lane, name, rig, lines);
  if (verdicts.includes('LATE') && !verdicts.includes('BROKEN')) {
    lines.push('        Only times were too long: once more, and that counts.\n');
    verdicts = await attempt(lane, name, rig, lines);
  }
  for (const verdict of verdicts) counts[verdict] += 1;
  print(lines.join(''));
}

async function attempt(lane: Lane, name: string, rig: Rig, lines: string[]): Promise<Verdict[]> {
  const begin = performance.now();
  const cleanups: (() => unknown)[] = [];
  const verdicts: Verdict[] = [];
  const report = (verdict: Verdict, text: string) => {
    verdicts.push(verdict);
    lines.push(`${verdict.padEnd(7)} ${name}: ${text}\n`);
  };
  const context: RigContext = {
    quick: values.quick,
    table: values.table,
    cluster() {
      lane.cluster ??= makeCluster();
      return lane.cluster;
    },
    check: (promise, measured, kept) => report(kept ? 'KEPT' : 'BROKEN', `${promise} — ${measured}`),
    checkTime: (promise, measured, kept) => report(kept ? 'KEPT' : 'LATE', `${promise} — ${measured}`),
    defer: (cleanup) => void cleanups.push(cleanup),
  };
  try {
    await rig.run(context);
  } catch (error) {
    if (error instanceof NotRun) report('NOT RUN', error.message);
    else report('BROKEN', `the rig failed: ${error instanceof Error ? error.stack : error}`);
  }
  for (const cleanup of cleanups.toReversed()) await cleanup();
  const seconds = Math.round((performance.now() - begin) / 1000);
  lines.push(`        ${seconds} s, load average ${loadavg()[0]?.toFixed(1)}\n`);
  return verdicts;
}

function print(text: string): void {
  process.stdout.write(text);
}
