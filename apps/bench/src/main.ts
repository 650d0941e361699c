import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  CASES,
  COMMITS,
  type CommitCase,
  CRUD,
  type DatabaseCase,
  FACADE,
  FACADE_CASES,
  SCALING,
} from './cases.ts';
import { type Dataset, delayCommits, makeDataset } from './dataset.ts';
import { leak, measure, median, type Result } from './measure.ts';
import { help, type Options, readOptions } from './options.ts';
import { pay } from './pay.ts';
import { isFacade, PEERS, type PeerName } from './peers.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';
import { commitTable, document, handwrittenOf, type Process, processTable, resultTable } from './report.ts';
import { build, type Service, startService, startUp } from './service.ts';
import { size, workers } from './size.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const crudSize = 1000;

/** The cases that run on a database of this size, with the peers that take part. */
function plan(size: number, { cases, peers, sizes }: Options): [DatabaseCase, PeerName[]][] {
  const here = [...CRUD, ...SCALING].filter((name) => {
    if (!cases.includes(name)) return false;
    if ((CRUD as readonly string[]).includes(name)) return size === crudSize;
    return sizes.includes(size) && !(name === 'search-users' && size === 10_000 && sizes.length > 2);
  });
  return here.map((name) => {
    const scaling = (SCALING as readonly string[]).includes(name);
    return [name, peers.filter((peer) => !isFacade(peer) && (!scaling || PEERS[peer].scales))];
  });
}

/** No database takes part. The peer that the others are compared with comes first. */
async function measureFacade(options: Options): Promise<Result[]> {
  const results: Result[] = [];
  const services: Service[] = [];
  const names = FACADE.filter((name) => options.cases.includes(name));
  if (names.length === 0) return results;
  print('\nThe façade alone …');
  try {
    for (const peer of options.peers.filter(isFacade)) services.push(await startService(peer));
    for (const name of names) {
      const result = await measure(name, FACADE_CASES[name], services, undefined, options);
      results.push(result);
      print(`\n${resultTable(result)}`);
    }
  } finally {
    for (const service of services) await service.stop();
  }
  return results;
}

async function compareAll(server: PostgresServer, options: Options) {
  const results: Result[] = [];
  const processes = new Map<PeerName, Process>();
  const hasCrud = options.cases.some((name) => (CRUD as readonly string[]).includes(name));
  const sizes = new Set([...(hasCrud ? [crudSize] : []), ...options.sizes]);
  for (const size of [...sizes].sort((a, b) => a - b)) {
    const cases = plan(size, options);
    if (cases.length === 0) continue;
    print(`\nA database of ${size} users and ${size} logs …`);
    const dataset = await makeDataset(server.url, size);
    try {
      if (size === crudSize) await startAll(dataset, options, processes);
      await measureAll(cases, dataset, options, results, processes);
    } finally {
      await dataset.drop();
    }
  }
  return { results, processes: [...processes.values()] };
}

/** Creations on a server whose commits wait for the disk, by both peers that scale. */
async function measureCommits(options: Options): Promise<Result[]> {
  const results: Result[] = [];
  const names = Object.keys(COMMITS).filter((name): name is CommitCase =>
    (options.cases as readonly string[]).includes(name),
  );
  // Only answers are compared, which are those of create-bill.
  if (names.length === 0 || options.rounds === 0) return results;
  await withPostgres(options, true, async (server) => {
    const dataset = await makeDataset(server.url, crudSize);
    try {
      for (const name of names) {
        await delayCommits(dataset, COMMITS[name]);
        const services: Service[] = [];
        try {
          for (const peer of options.peers)
            if (PEERS[peer].scales) services.push(await startService(peer, dataset));
          for (const connections of options.commitConnections) {
            const benchCase = {
              ...CASES['create-bill'],
              connections,
              warmUpConnections: 32,
              mayFail: true,
            } as const;
            results.push(await measure(name, benchCase, services, dataset, options));
          }
        } finally {
          for (const service of services) await service.stop();
        }
      }
      print(`\n${commitTable(results)}`);
    } finally {
      await dataset.drop();
    }
  });
  return results;
}

async function startAll(dataset: Dataset, options: Options, processes: Map<PeerName, Process>) {
  const times = new Map<PeerName, number[]>();
  for (const peer of options.peers) if (!isFacade(peer)) times.set(peer, []);
  for (let n = 0; n < options.starts; n++)
    for (const [peer, own] of times) own.push(await startUp(peer, dataset));
  for (const [peer, own] of times) processes.set(peer, { peer, start: median(own), memory: Number.NaN });
}

async function measureAll(
  cases: readonly [DatabaseCase, PeerName[]][],
  dataset: Dataset,
  options: Options,
  results: Result[],
  processes: Map<PeerName, Process>,
) {
  const services: Service[] = [];
  try {
    const needed = options.peers.filter((peer) => cases.some(([, peers]) => peers.includes(peer)));
    for (const peer of needed) services.push(await startService(peer, dataset));
    for (const [name, peers] of cases) {
      const participants = services.filter(({ peer }) => peers.includes(peer));
      const result = await measure(name, CASES[name], participants, dataset, options);
      results.push(result);
      print(`\n${resultTable(result)}`);
    }
    if (dataset.size !== crudSize) return;
    for (const service of services) {
      const { start = Number.NaN } = processes.get(service.peer) ?? {};
      processes.set(service.peer, { peer: service.peer, start, memory: service.memory() });
    }
    print(`\n${processTable([...processes.values()])}`);
  } finally {
    for (const service of services) await service.stop();
  }
}

async function withPostgres(
  options: Options,
  syncs: boolean,
  use: (server: PostgresServer) => Promise<void>,
) {
  const server = await startPostgres(options.databaseUrl, syncs);
  try {
    print(server.description);
    await use(server);
  } finally {
    await server.stop();
  }
}

async function withDataset(options: Options, size: number, use: (dataset: Dataset) => Promise<void>) {
  await withPostgres(options, false, async (server) => {
    const dataset = await makeDataset(server.url, size);
    try {
      await use(dataset);
    } finally {
      await dataset.drop();
    }
  });
}

async function main(options: Options) {
  const { leak: amount } = options;
  if (amount !== undefined)
    return withDataset(options, crudSize, (dataset) => leak(dataset, amount, options, print));
  if (options.pay) return withDataset(options, crudSize, (dataset) => pay(dataset, print));
  if (options.size) return withDataset(options, workers, (dataset) => size(dataset, print));
  const alone = await measureFacade(options);
  if (alone.length === options.cases.length) return;
  build(options.peers);
  const commits = await measureCommits(options);
  if (!options.cases.some((name) => name in CASES)) return;
  await withPostgres(options, false, async (server) => {
    const { results, processes } = await compareAll(server, options);
    if (!options.write) return;
    const path = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));
    const handwritten = handwrittenOf(readFileSync(path, 'utf8'));
    writeFileSync(
      path,
      document([...alone, ...commits, ...results], processes, options, server.description, handwritten),
    );
    print(`\nWritten to ${path}`);
  });
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await main(options);
  else print(help);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
