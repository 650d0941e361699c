import { appendFileSync, writeFileSync } from 'node:fs';
import { allPairs, Campaign, type Finding, limits } from '../cost/campaign.ts';
import { startMeasured } from '../cost/measure.ts';
import { targets } from '../cost/targets.ts';
import { ms } from '../figures.ts';
import type { Rig, RigContext } from '../rig.ts';

export const cost: Rig = {
  title: 'input built to be slow, sent to every field of every operation',
  quick: true,
  concurrency: 1,
  run: attack,
};

/** Seconds of a quick run. */
const quickSeconds = 10;
/** Findings in the report of a promise. */
const shown = 5;

async function attack(context: RigContext): Promise<void> {
  const cluster = await context.cluster();
  const renew = () => startMeasured(context, cluster);
  const campaign = new Campaign(await renew(), renew, findingWriter(context.table && `${context.table}.tsv`));
  await campaign.calibrate();
  const plan = context.quick ? quickPairs() : allPairs();
  const until = context.quick ? performance.now() + quickSeconds * 1000 : Infinity;
  let done = 0;
  for (const { target, kind, first } of plan) {
    if (performance.now() > until) break;
    await campaign.measurePair(target, kind, first && !context.quick);
    done += 1;
  }
  await campaign.end();
  report(context, campaign, `${done} of ${plan.length} pairs of a place and a kind of input`);
}

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Kinds that are known to be slow, once for each group of places; then the others in random order, while there is time. */
function quickPairs() {
  const all = shuffled(allPairs());
  const chosen = new Map<string, (typeof all)[number]>();
  for (const pair of all) if (pair.kind.known) chosen.set(`${pair.target.group} ${pair.kind.name}`, pair);
  return [...chosen.values(), ...all.filter((pair) => !pair.kind.known)];
}

const place = ({ target, kind, size }: Finding) =>
  `${target.name}, ${kind.name}, ${size === 'longest' ? 'the longest accepted text' : `${size / 1000} kB`}`;

function report(context: RigContext, campaign: Campaign, planned: string): void {
  const { findings, baseline, left, memory } = campaign;
  const describe = (
    chosen: readonly Finding[],
    by: (finding: Finding) => number,
    say: (finding: Finding) => string,
  ) =>
    chosen
      .toSorted((a, b) => by(b) - by(a))
      .slice(0, shown)
      .map((finding) => `${place(finding)}: ${say(finding)}`)
      .join('; ');
  const over = findings.filter(({ tooMuch, ratio }) => tooMuch && ratio > limits.ratio);
  context.check(
    `no input costs more than ${limits.ratio} times what harmless input of its size does`,
    `${over.length} of ${findings.length} do (${planned} at ${targets.length} places; ${left} left out; cheap is under ${ms(limits.ratio * baseline)} of CPU). ${describe(
      over.length > 0 ? over : findings,
      ({ ratio }) => ratio,
      ({ cpu, harmless, ratio }) => `${ms(cpu)}, harmless ${ms(harmless)}, ${ratio.toFixed(1)} times`,
    )}`,
    over.length === 0,
  );
  const steep = findings.filter(({ tooMuch, steeper }) => tooMuch && steeper > limits.linear);
  context.check(
    `cost grows no faster than size`,
    `${steep.length} do. ${describe(
      steep,
      ({ steeper }) => steeper,
      ({ cpu, steeper }) => `${ms(cpu)}, ${steeper.toFixed(1)} times more than in proportion`,
    )}`,
    steep.length === 0,
  );
  const late = findings.filter(({ waited }) => waited > limits.waited);
  context.checkTime(
    `/healthz waits less than ${limits.waited} ms for any of them`,
    `${late.length} made it wait longer. ${describe(
      findings,
      ({ waited }) => waited,
      ({ waited }) => ms(waited),
    )}`,
    late.length === 0,
  );
  const large = findings.filter(({ grew }) => grew > limits.grew);
  context.checkTime(
    `memory grows by less than ${limits.grew} MB for any of them`,
    `${large.length} took more; ${Math.round(memory.before)} MB before all of them, ${Math.round(memory.after)} MB after. ${describe(
      findings,
      ({ grew }) => grew,
      ({ grew }) => `${Math.round(grew)} MB`,
    )}`,
    large.length === 0,
  );
  const unanswered = findings.filter(({ status }) => !/^[2-4]/.test(status));
  context.check(
    `every one is answered, and none with 500`,
    `${unanswered.length} are not. ${describe(
      unanswered,
      ({ cpu }) => cpu,
      ({ status }) => status,
    )}`,
    unanswered.length === 0,
  );
}

const columns: Readonly<Record<string, (finding: Finding) => string | number>> = {
  place: ({ target }) => target.name,
  kind: ({ kind }) => kind.name,
  bytes: ({ size }) => size,
  status: ({ status }) => status,
  'cpu ms': ({ cpu }) => cpu.toFixed(1),
  'harmless ms': ({ harmless }) => harmless.toFixed(1),
  ratio: ({ ratio }) => ratio.toFixed(1),
  steeper: ({ steeper }) => steeper.toFixed(1),
  'took ms': ({ took }) => took.toFixed(1),
  'healthz ms': ({ waited }) => waited.toFixed(1),
  'MB more': ({ grew }) => grew.toFixed(1),
};

/** Appends each finding to the file, if there is to be one. */
function findingWriter(file: string | undefined): (finding: Finding) => void {
  if (file === undefined) return () => {};
  const line = (cells: readonly unknown[]) => `${cells.join('\t')}\n`;
  writeFileSync(file, line(Object.keys(columns)));
  return (finding) => appendFileSync(file, line(Object.values(columns).map((of) => of(finding))));
}
