import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CaseName, CRUD, SCALING } from './cases.ts';
import { leak } from './leak.ts';
import { measure, median, type Result } from './measure.ts';
import { help, type Options, readOptions } from './options.ts';
import { PEERS, type PeerName } from './peers.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';
import { document, type Process, processTable, resultTable } from './report.ts';
import { build, type Service, startService, startUp } from './service.ts';
import { makeWorld, type World } from './world.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const crudSize = 1000;

/** The cases that run on a database of this size, with the peers that take part. */
function plan(size: number, { cases, peers, sizes }: Options): [CaseName, PeerName[]][] {
  const here = cases.filter((name) => {
    if ((CRUD as readonly string[]).includes(name)) return size === crudSize;
    return sizes.includes(size) && !(name === 'search-users' && size === 10_000 && sizes.length > 2);
  });
  return here.map((name) => {
    const scaling = (SCALING as readonly string[]).includes(name);
    return [name, peers.filter((peer) => !scaling || PEERS[peer].scales)];
  });
}

async function compareAll(server: PostgresServer, options: Options) {
  const results: Result[] = [];
  const processes = new Map<PeerName, Process>();
  const hasCrud = options.cases.some((name) => (CRUD as readonly string[]).includes(name));
  const sizes = new Set([...(hasCrud ? [crudSize] : []), ...options.sizes]);
  for (const size of [...sizes].sort((a, b) => a - b)) {
    const cases = plan(size, options);
    if (cases.length === 0) continue;
    say(`\nA database of ${size} users and ${size} logs …`);
    const world = await makeWorld(server.url, size);
    try {
      if (size === crudSize) await startAll(world, options, processes);
      await measureAll(cases, world, options, results, processes);
    } finally {
      await world.drop();
    }
  }
  return { results, processes: [...processes.values()] };
}

async function startAll(world: World, options: Options, processes: Map<PeerName, Process>) {
  const times = new Map<PeerName, number[]>(options.peers.map((peer) => [peer, []]));
  for (let n = 0; n < options.starts; n++)
    for (const [peer, own] of times) own.push(await startUp(peer, world));
  for (const [peer, own] of times) processes.set(peer, { peer, start: median(own), memory: Number.NaN });
}

async function measureAll(
  cases: readonly [CaseName, PeerName[]][],
  world: World,
  options: Options,
  results: Result[],
  processes: Map<PeerName, Process>,
) {
  const services: Service[] = [];
  try {
    const needed = options.peers.filter((peer) => cases.some(([, peers]) => peers.includes(peer)));
    for (const peer of needed) services.push(await startService(peer, world));
    for (const [name, peers] of cases) {
      const taking = services.filter(({ peer }) => peers.includes(peer));
      const result = await measure(name, taking, world, options);
      results.push(result);
      say(`\n${resultTable(result)}`);
    }
    if (world.size !== crudSize) return;
    for (const service of services) {
      const { start = Number.NaN } = processes.get(service.peer) ?? {};
      processes.set(service.peer, { peer: service.peer, start, memory: service.memory() });
    }
    say(`\n${processTable([...processes.values()])}`);
  } finally {
    for (const service of services) await service.stop();
  }
}

async function main(options: Options) {
  build(options.peers);
  const server = await startPostgres(options.databaseUrl);
  try {
    say(server.description);
    if (options.leak !== undefined) {
      const world = await makeWorld(server.url, crudSize);
      try {
        await leak(world, options.leak, options, say);
      } finally {
        await world.drop();
      }
      return;
    }
    const { results, processes } = await compareAll(server, options);
    const text = document(results, processes, options, server.description);
    if (!options.write) return;
    const path = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));
    writeFileSync(path, text);
    say(`\nWritten to ${path}`);
  } finally {
    await server.stop();
  }
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await main(options);
  else say(help);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
