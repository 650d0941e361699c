import { percentile } from '../figures.ts';
import type { Cost, Measured } from './measure.ts';
import { type Generate, plainJson, plainMultibyteText, plainText } from './samples.ts';
import type { Family, Input, Target } from './target.ts';
import { type Kind, kindsOf, targets } from './targets.ts';

/** A number of bytes, or the longest text that the field accepts. */
export type Size = number | 'longest';

export interface Finding extends Cost {
  readonly target: Target;
  readonly kind: Kind;
  readonly size: Size;
  /** What harmless input of the same size costs there. */
  readonly harmless: number;
  /** How many times that, or the baseline where that is more. */
  readonly ratio: number;
  /** Measured five times, the least of which is over the limit. */
  readonly tooMuch: boolean;
  /** How many times more than in proportion to the smaller size. */
  readonly steeper: number;
}

/** At most so many times the cost of harmless input, and of what a smaller one leads to expect; milliseconds; MB. */
export const limits = { ratio: 3, linear: 3, waited: 100, grew: 100 } as const;

/** A costly input is not sent larger, where its cost would only be the same fault for longer. */
const costlyMs = 100;
/** After so many faults of one kind in one group of places its other places are left out. */
const maxFaultsOfKind = 3;

const megabyte = 1_000_000;
/** Bytes of a text that every field accepts. */
const short = 21;

const harmless: Readonly<Record<Family, Generate>> = { text: plainText, json: plainJson };

/** The median of each figure on its own. */
function median(costs: readonly Cost[]): Cost {
  const middle = (of: (cost: Cost) => number) => percentile(costs.map(of), 0.5);
  return {
    status: costs.at(-1)?.status ?? '',
    cpu: middle(({ cpu }) => cpu),
    took: middle(({ took }) => took),
    waited: middle(({ waited }) => waited),
    grew: middle(({ grew }) => grew),
  };
}

/** An input that has this size as it is sent, escaped for JSON or for an address. */
function fitToSize(
  generate: Generate,
  family: Family,
  size: Size,
  { maxBytes, maxLength = 0 }: Target,
): Input {
  if (family === 'json') return { json: generate(size as number) };
  if (size === 'longest') {
    const first = [...generate(2 * maxLength)].length;
    return {
      text: [...generate(Math.ceil((2 * maxLength * maxLength) / first))].slice(0, maxLength).join(''),
    };
  }
  const isAddress = maxBytes < megabyte;
  const sent = (text: string) =>
    isAddress
      ? Math.min(encodeURIComponent(text.toWellFormed()).length, 3 * text.length)
      : JSON.stringify(text).length;
  const first = generate(size);
  const length = sent(first);
  return { text: length > size * 1.05 ? generate(Math.floor((size * size) / length)) : first };
}

const inputs = new Map<string, Input>();
const numbers = new Map<Generate, number>();

/** The same, generated once: that takes longer for a megabyte than sending it. */
function inputOf(generate: Generate, family: Family, size: Size, target: Target): Input {
  if (!numbers.has(generate)) numbers.set(generate, numbers.size);
  const limit = size === 'longest' ? target.maxLength : target.maxBytes < megabyte;
  const key = `${numbers.get(generate)} ${family} ${size} ${limit}`;
  const input = inputs.get(key) ?? fitToSize(generate, family, size, target);
  inputs.set(key, input);
  return input;
}

/** All sizes for the first place of a group, the largest ones for the others. */
function sizesOf({ maxBytes }: Target, thorough: boolean): readonly number[] {
  if (maxBytes < megabyte) return thorough ? [1000, maxBytes] : [maxBytes];
  return thorough ? [1000, 10_000, 100_000, maxBytes] : [100_000, maxBytes];
}

/** Beside other load a megabyte of zeros alone takes up to 60 ms to parse, which the baseline of a quiet moment does not know. */
const leastBaselineMs = 30;

/** The measurements of one service: what was found, and how much was left out. */
export class Campaign {
  readonly findings: Finding[] = [];
  /** Milliseconds of CPU: twice what an ordinary body of a megabyte costs. */
  baseline = 0;
  left = 0;
  /** MB of the service before and after. */
  memory = { before: 0, after: 0 };
  #service: Measured;
  readonly #renew: () => Promise<Measured>;
  readonly #plain = new Map<string, number>();
  readonly #faults = new Map<string, number>();

  readonly #report: (finding: Finding) => void;

  constructor(service: Measured, renew: () => Promise<Measured>, report: (finding: Finding) => void) {
    this.#service = service;
    this.#renew = renew;
    this.#report = report;
  }

  async calibrate(): Promise<void> {
    const target = targets.find(({ name }) => name === 'POST /bills (unknown field)') as Target;
    // Warms the compiler up.
    for (let n = 0; n < 20; n++) await this.#send(target, { json: plainJson(100_000) });
    const plain = await this.#median(target, { json: plainJson(megabyte) });
    this.baseline = Math.max(leastBaselineMs, 2 * plain.cpu);
    this.memory.before = this.#service.memory();
  }

  async measurePair(target: Target, kind: Kind, thorough: boolean): Promise<void> {
    const fault = `${kind.name} ${target.maxBytes} ${target.group.split(' ')[0]}`;
    const hasMaxLength = target.maxLength !== undefined && kind.family === 'text';
    const sizes: Size[] = [...(hasMaxLength ? (['longest'] as const) : []), ...sizesOf(target, thorough)];
    let smaller: Finding | undefined;
    for (const size of sizes) {
      const known = this.#faults.get(fault) ?? 0;
      if (
        known >= maxFaultsOfKind ||
        (smaller?.tooMuch && smaller.cpu > costlyMs && size !== 'longest' && smaller.size !== 'longest')
      ) {
        this.left += 1;
        continue;
      }
      const finding = await this.#measure(target, kind, size, smaller);
      this.findings.push(finding);
      this.#report(finding);
      if (finding.tooMuch && finding.cpu > costlyMs) this.#faults.set(fault, known + 1);
      if (size !== 'longest') smaller = finding;
    }
  }

  async #measure(target: Target, kind: Kind, size: Size, smaller: Finding | undefined): Promise<Finding> {
    const input = inputOf(kind.generate, kind.family, size, target);
    let cost = await this.#send(target, input);
    let judged = await this.#judge(target, kind, size, cost, smaller);
    // One measurement may be chance: garbage collection, the compiler and other load only ever add to the CPU of a request.
    if ((judged.tooMuch || cost.waited > limits.waited || cost.grew > limits.grew) && cost.cpu < 1000) {
      const costs = [cost];
      while (costs.length < 5) costs.push(await this.#send(target, input));
      cost = { ...median(costs), cpu: Math.min(...costs.map(({ cpu }) => cpu)) };
      judged = await this.#judge(target, kind, size, cost, smaller);
    }
    return { ...cost, ...judged, target, kind, size };
  }

  /** Cheap input is not compared with anything. */
  async #judge(target: Target, kind: Kind, size: Size, { cpu }: Cost, smaller: Finding | undefined) {
    const cheap = cpu <= limits.ratio * this.baseline;
    const plain = cheap ? 0 : await this.#harmless(target, kind.family, size);
    const ratio = cpu / Math.max(plain, this.baseline);
    const steeper = cheap || !smaller ? 0 : steepness(smaller, cpu, size, this.baseline);
    return { harmless: plain, ratio, steeper, tooMuch: ratio > limits.ratio || steeper > limits.linear };
  }

  async #harmless(target: Target, family: Family, size: Size): Promise<number> {
    const key = keyOf(target, family, size);
    const known = this.#plain.get(key);
    if (known !== undefined) return known;
    const generate = size === 'longest' ? plainMultibyteText : harmless[family];
    const { cpu } = await this.#median(target, inputOf(generate, family, size, target));
    // A long input may be refused where the same with much white space, or as a number, is accepted.
    const mayBeAccepted = target.families.includes('text') && size !== short;
    const accepted = mayBeAccepted ? await this.#harmless(target, 'text', short) : 0;
    this.#plain.set(key, Math.max(cpu, accepted));
    return Math.max(cpu, accepted);
  }

  async #median(target: Target, input: Input): Promise<Cost> {
    const costs = [];
    for (let n = 0; n < 3; n++) costs.push(await this.#send(target, input));
    return median(costs);
  }

  async #send(target: Target, input: Input): Promise<Cost> {
    const cost = await this.#service.cost(target.request(this.#service.fixtures, input));
    if (cost.status === 'HUNG' || this.#service.server.ended() !== undefined) {
      await this.#service.end();
      this.#service = await this.#renew();
    }
    return cost;
  }

  async end(): Promise<void> {
    this.memory.after = this.#service.memory();
    await this.#service.end();
  }
}

const keyOf = (target: Target, family: Family, size: Size) => `${target.name} ${family} ${size}`;

/** How many times more than in proportion to the size; a smaller one counts at least its share of the baseline. */
function steepness(smaller: Finding, cpu: number, size: Size, baseline: number): number {
  const times = Number(size) / Number(smaller.size);
  return cpu / (times * Math.max(smaller.cpu, baseline / times));
}

/** All places with all their kinds of input; `first` is the first place of its group. */
export function allPairs() {
  const seen = new Set<string>();
  return targets.flatMap((target) => {
    const first = !seen.has(target.group);
    seen.add(target.group);
    return kindsOf(target).map((kind) => ({ target, kind, first }));
  });
}
