import { isDeepStrictEqual } from 'node:util';
import { CASES, type Case, type CaseName, requestCount, send } from './cases.ts';
import type { Dataset } from './dataset.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { PEERS, type PeerName } from './peers.ts';
import { type Service, startService } from './service.ts';

interface Round {
  readonly perSecond: number;
  /** Microseconds per request. */
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
  /** Requests without their 200. */
  readonly failed: number;
}

/** Medians over the rounds, and all requests that failed; the ratios are taken within each round, where the machine was equally busy. */
interface Figures extends Round {
  readonly peer: PeerName;
  /** Requests per second, as a multiple of the first peer's. */
  readonly throughput: number;
  /** CPU per request, as a multiple of the first peer's. */
  readonly cpuRatio: number;
}

export interface Result {
  readonly name: CaseName;
  readonly title: string;
  readonly connections: number;
  /** Rows of users and logs; undefined without a database. */
  readonly size: number | undefined;
  readonly figures: readonly Figures[];
}

/** One case: all services give the same answer, are warmed up, and then take turns. */
export async function measure<D extends { readonly size: number } | undefined>(
  name: CaseName,
  benchCase: Case<D>,
  services: readonly Service[],
  dataset: D,
  options: Options,
): Promise<Result> {
  const { title, request, connections = options.connections, mayFail } = benchCase;
  const settings = { ...options, connections, ...(mayFail && { mayFail }) };
  const requestsOf = ({ peer }: Service) => {
    const { protocol } = PEERS[peer];
    const requests = Array.from({ length: requestCount }, (_, n) => request(dataset, n));
    return protocol ? requests.map(protocol.request) : requests;
  };
  await compare(name, benchCase, services, dataset);
  const warmUp = { ...settings, connections: benchCase.warmUpConnections ?? connections, seconds: 1 };
  if (options.rounds > 0)
    for (const service of services) await load(service.url, requestsOf(service), warmUp);

  const rounds: Round[][] = [];
  for (let n = 0; n < options.rounds; n++) {
    const round: Round[] = [];
    for (const service of services) {
      const before = service.cpu();
      const { requests, seconds, p50, p99, failed } = await load(service.url, requestsOf(service), settings);
      if (requests === 0)
        throw new Error(`${service.peer} answered nothing in ${seconds} s: use longer rounds`);
      const cpu = (service.cpu() - before) / requests;
      round.push({ perSecond: (requests - failed) / seconds, cpu, p50, p99, failed });
    }
    rounds.push(round);
  }

  const figures = services.map(({ peer }, place): Figures => {
    const middle = (value: (own: Round, first: Round) => number) =>
      median(rounds.map((round) => value(round[place] as Round, round[0] as Round)));
    return {
      peer,
      perSecond: middle((own) => own.perSecond),
      throughput: middle((own, first) => own.perSecond / first.perSecond),
      cpu: middle((own) => own.cpu),
      cpuRatio: middle((own, first) => own.cpu / first.cpu),
      p50: middle((own) => own.p50),
      p99: middle((own) => own.p99),
      failed: rounds.reduce((sum, round) => sum + (round[place]?.failed ?? 0), 0),
    };
  });
  return { name, title, connections, size: dataset?.size, figures };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** Every service gives the answer the first one gives, apart from the fields that vary. @throws Error if not */
async function compare<D>(
  name: CaseName,
  { request, onNewRecord, varying = [] }: Case<D>,
  services: readonly Service[],
  dataset: D,
): Promise<void> {
  const answers: unknown[] = [];
  for (const { peer, url } of services) {
    const spec = onNewRecord
      ? onNewRecord.request(dataset, idOf(await send(url, onNewRecord.create(dataset))))
      : request(dataset, 0);
    const { protocol } = PEERS[peer];
    const answer = await send(url, protocol ? protocol.request(spec) : spec);
    answers.push(withTypesOf(varying, protocol ? protocol.answer(answer) : answer));
  }
  answers.forEach((answer, n) => {
    if (!isDeepStrictEqual(answer, answers[0]))
      throw new Error(
        `${services[n]?.peer} does not answer ${name} as ${services[0]?.peer} does:\n${JSON.stringify(answer)}\n${JSON.stringify(answers[0])}`,
      );
  });
}

const idOf = (answer: unknown) => (answer as { data: { _id: string } }).data._id;

/** The answer with the types of the values that have these names in their place. */
function withTypesOf(names: readonly string[], answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    names.includes(key) ? typeof value : value,
  );
}

const step = 100_000;
/** Of ten requests. */
const mix = ['get-bill', 'get-bill', 'get-bill', 'get-bill', 'get-bill', 'get-bill'] as const;
const all = [...mix, 'list-bills', 'create-bill', 'update-bill', 'update-bill'] as const;

/** Sends `amount` requests to Daybook and prints its memory after every 100 000. */
export async function leak(
  dataset: Dataset,
  amount: number,
  options: Options,
  print: (line: string) => void,
) {
  const requests = Array.from({ length: requestCount }, (_, n) =>
    CASES[all[n % 10] ?? 'get-bill'].request(dataset, n),
  );
  const daybook = await startService('daybook', dataset);
  const report = (sent: number) => print(`${sent} requests: ${Math.round(daybook.memory() / 2 ** 20)} MB`);
  try {
    report(0);
    for (let sent = 0; sent < amount; ) {
      const part = Math.min(step, amount - sent);
      await load(daybook.url, requests, { ...options, amount: part, generator: 'autocannon' });
      sent += part;
      report(sent);
    }
  } finally {
    await daybook.stop();
  }
}
