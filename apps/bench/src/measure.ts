import { CASES, type CaseName, laps } from './cases.ts';
import { compare } from './compare.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import type { PeerName } from './peers.ts';
import type { Service } from './service.ts';
import type { World } from './world.ts';

interface Round {
  readonly perSecond: number;
  /** Microseconds per request. */
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
}

/** Medians over the rounds; the ratios are taken within each round, where the machine was equally busy. */
export interface Figures extends Round {
  readonly peer: PeerName;
  /** Requests per second, as a multiple of Daybook's. */
  readonly throughput: number;
  /** CPU per request, as a multiple of Daybook's. */
  readonly cpuRatio: number;
}

export interface Result {
  readonly name: CaseName;
  readonly title: string;
  /** Rows of users and logs. */
  readonly size: number;
  readonly figures: readonly Figures[];
}

/** One case: all services give the same answer, are warmed up, and then take turns. The first one is Daybook. */
export async function measure(
  name: CaseName,
  services: readonly Service[],
  world: World,
  options: Options,
): Promise<Result> {
  const { title, ask, connections = options.connections } = CASES[name];
  const settings = { ...options, connections: Math.min(connections, options.connections) };
  const asks = Array.from({ length: laps }, (_, n) => ask(world, n));
  await compare(name, services, world);
  for (const service of services) await load(service.url, asks, { ...settings, seconds: 1 });

  const rounds: Round[][] = [];
  for (let n = 0; n < options.rounds; n++) {
    const round: Round[] = [];
    for (const service of services) {
      const before = service.cpu();
      const { requests, seconds, p50, p99 } = await load(service.url, asks, settings);
      if (requests === 0)
        throw new Error(`${service.peer} answered nothing in ${seconds} s: use longer rounds`);
      round.push({ perSecond: requests / seconds, cpu: (service.cpu() - before) / requests, p50, p99 });
    }
    rounds.push(round);
  }

  const figures = services.map(({ peer }, place): Figures => {
    const middle = (value: (own: Round, daybook: Round) => number) =>
      median(rounds.map((round) => value(round[place] as Round, round[0] as Round)));
    return {
      peer,
      perSecond: middle((own) => own.perSecond),
      throughput: middle((own, daybook) => own.perSecond / daybook.perSecond),
      cpu: middle((own) => own.cpu),
      cpuRatio: middle((own, daybook) => own.cpu / daybook.cpu),
      p50: middle((own) => own.p50),
      p99: middle((own) => own.p99),
    };
  });
  return { name, title, size: world.size, figures };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}
