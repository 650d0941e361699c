import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Cluster, makeCluster } from './cluster.ts';
import { NotRun, type Rig, type Stage } from './rig.ts';
import { rigs } from './rigs.ts';

const usage = `npm run faults -- [name…] [--quick]

Breaks what the service depends on, floods it, and says of each promise: KEPT, BROKEN, LATE or NOT RUN.
LATE: done, but twice not in the time promised, which a busy machine may be the cause of. Ends with 1 if a promise was broken. --quick: shorter, and without the long ones.

${Object.entries(rigs)
  .map(([name, { title }]) => `  ${name.padEnd(18)} ${title}`)
  .join('\n')}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const strange = positionals.filter((name) => !(name in rigs));
if (values.help || strange.length > 0) {
  say(strange.length > 0 ? `There is no rig ${strange.join(', ')}.\n\n${usage}` : usage);
  process.exit(strange.length > 0 ? 2 : 0);
}

const counts = { KEPT: 0, BROKEN: 0, LATE: 0, 'NOT RUN': 0 };
let shared: Promise<Cluster> | undefined;

for (const [name, rig] of Object.entries(rigs)) {
  if (positionals.length > 0 ? positionals.includes(name) : rig.quick || !values.quick) await play(name, rig);
}
await shared?.then((cluster) => cluster.remove()).catch(() => {});
say(`\n${counts.KEPT} kept, ${counts.BROKEN} broken, ${counts.LATE} late, ${counts['NOT RUN']} not run\n`);
process.exit(counts.BROKEN > 0 ? 1 : 0);

type Verdict = keyof typeof counts;

async function play(name: string, rig: Rig): Promise<void> {
  say(`\n== ${name}: ${rig.title}\n`);
  let verdicts = await perform(name, rig);
  const has = (sought: Verdict) => verdicts.some(({ verdict }) => verdict === sought);
  if (has('LATE') && !has('BROKEN')) {
    say('        Only times were too long: once more, and that counts.\n');
    verdicts = await perform(name, rig);
  }
  for (const { verdict } of verdicts) counts[verdict] += 1;
}

async function perform(name: string, rig: Rig) {
  const begin = performance.now();
  const undone: (() => unknown)[] = [];
  const verdicts: { readonly verdict: Verdict }[] = [];
  const tell = (verdict: Verdict, text: string) => {
    verdicts.push({ verdict });
    say(`${verdict.padEnd(7)} ${name}: ${text}\n`);
  };
  const judge = (text: string, measured: string, kept: boolean, timely: boolean) =>
    tell(kept ? 'KEPT' : timely ? 'LATE' : 'BROKEN', `${text} — ${measured}`);
  const stage: Stage = {
    quick: values.quick,
    cluster() {
      shared ??= makeCluster();
      return shared;
    },
    promise: (text, measured, kept) => judge(text, measured, kept, false),
    timely: (text, measured, kept) => judge(text, measured, kept, true),
    defer: (undo) => void undone.push(undo),
  };
  try {
    await rig.run(stage);
  } catch (error) {
    if (error instanceof NotRun) tell('NOT RUN', error.message);
    else tell('BROKEN', `the rig failed: ${error instanceof Error ? error.stack : error}`);
  }
  for (const undo of undone.toReversed()) await undo();
  const seconds = Math.round((performance.now() - begin) / 1000);
  say(`        ${seconds} s, load average ${loadavg()[0]?.toFixed(1)}\n`);
  return verdicts;
}

function say(text: string): void {
  process.stdout.write(text);
}
