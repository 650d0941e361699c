import { cpus, totalmem } from 'node:os';
import { serverFlags } from '@daybook/testing/machine';
import { CRUD, SCALING } from './cases.ts';
import { FACADE } from './facade/cases.ts';
import type { Result } from './measure.ts';
import type { Options } from './options.ts';
import { PEERS, type PeerName } from './peers.ts';
import { pinning } from './pinning.ts';

export interface Process {
  readonly peer: PeerName;
  /** Milliseconds. */
  readonly start: number;
  /** Bytes, after all of the load. */
  readonly memory: number;
}

type Cell = string | number;

/** A number as people read it; a dash where there is none. */
function shown(value: Cell, digits = 0): string {
  return typeof value === 'string' ? value : Number.isNaN(value) ? '–' : value.toFixed(digits);
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map((_, n) => (n === 0 ? '---' : '---:')).join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

const head = (first: string) => [
  '',
  'requests/s',
  `× ${first}`,
  'CPU µs/request',
  `× ${first}`,
  'p50 ms',
  'p99 ms',
];

export const resultTable = ({ title, size, figures }: Result) =>
  `**${title}**${size === undefined ? '' : `, ${size} rows`}\n\n${table(
    head(PEERS[figures[0]?.peer ?? 'daybook'].title),
    figures.map(({ peer, perSecond, throughput, cpu, cpuRatio, p50, p99 }) => [
      PEERS[peer].title,
      shown(perSecond),
      shown(throughput, 2),
      shown(cpu),
      shown(cpuRatio, 2),
      shown(p50, 1),
      shown(p99, 1),
    ]),
  )}`;

export const processTable = (processes: readonly Process[]) =>
  table(
    ['', 'first answer after ms', 'memory after load MB'],
    processes.map(({ peer, start, memory }) => [PEERS[peer].title, shown(start), shown(memory / 2 ** 20)]),
  );

/** How Daybook and the baseline grow: one line for each case and size. */
const growthTable = (results: readonly Result[]) =>
  table(
    ['', 'rows', 'requests/s', 'CPU µs/request', 'p50 ms', 'p99 ms', 'by hand: requests/s', 'p50 ms'],
    results.map(({ title, size, figures }) => {
      const own = figures.find(({ peer }) => peer === 'daybook');
      const hand = figures.find(({ peer }) => peer === 'by-hand');
      const number = (value: number | undefined, digits = 0) => shown(value ?? Number.NaN, digits);
      return [
        title,
        String(size),
        number(own?.perSecond),
        number(own?.cpu),
        number(own?.p50, 1),
        number(own?.p99, 1),
        number(hand?.perSecond),
        number(hand?.p50, 1),
      ];
    }),
  );

/** Of docs/performance.md: what is not measured here. */
export const handwrittenOf = (text: string) =>
  (
    text.match(
      /^## ((?:Speed of|Memory with) the embedded database|Daybook and by hand|Compression|The front-end)\n[\s\S]*?(?=^## )/gm,
    ) ?? []
  ).join('');

/** docs/performance.md. @param handwritten its sections that are not measured here, which stay as they are */
export function document(
  results: readonly Result[],
  processes: readonly Process[],
  { rounds, seconds, connections, generator, starts }: Options,
  database: string,
  handwritten: string,
): string {
  const isOf =
    (names: readonly string[]) =>
    ({ name }: Result) =>
      names.includes(name);
  const isScaling = isOf(SCALING);
  const tables = (names: readonly string[]) => results.filter(isOf(names)).map(resultTable).join('\n\n');
  const growth = results.filter(isScaling).toSorted((a, b) => a.title.localeCompare(b.title));
  const [{ model = 'unknown' } = {}] = cpus();
  const flags = serverFlags.map((flag) => `\`${flag}\``).join(', ');
  return `# Performance

Made by \`npm run bench -- --write\`; the numbers are of one machine at one time, the ratios are what to compare.

- Machine: ${cpus().length} cores (${model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${pinning}
- Node ${process.versions.node}; ${database}
- Load: ${generator}, ${connections} connections; ${rounds} rounds of ${seconds} s, in which the peers take turns; one warm-up before

Requests per second, CPU and latencies are medians over the rounds; a ratio is taken within each round, then its median.
CPU is what the server's process used, all threads, PostgreSQL not counted. It is the steadier figure: where PostgreSQL
and the load share the cores that are left, they hold back a fast peer sooner than a slow one.

## Peers

All work on the same database and answer with the same status and JSON, which is checked before each case. All run with
what \`npm start\` gives Daybook: ${flags}, and Node's cache of compiled code.

- **By hand** is the baseline: Fastify with JSON schemas for input and response, prepared statements of postgres.js, the
  same statements, the same check of session and account in every request, the same cache of verified tokens.
  It sets no security headers, has no typed client and no OpenAPI document.
- **trpc-to-openapi**: Daybook's router and context behind the library's own Fastify plugin.
- **Express** and **NestJS** as people write them: jose for every token, zod, ordinary queries of Drizzle.

## The same requests

${tables(CRUD)}

## The façade alone

Two procedures that look nothing up, without a database: what stays is HTTP, routing, validation by zod and JSON. One router
is served by \`packages/facade\` (with its deadline for each request), by oRPC's \`toORPCRouter\`, by trpc-to-openapi's Fastify
plugin, and by tRPC's own in its own protocol. oRPC and Hono have the procedures written for them, with the same zod schemas; Hono
documents its answers and does not validate them. By hand there are Fastify routes with JSON schemas. ts-rest is left out: its
newest release asks for fastify 4 and zod 3. The context is a constant for all: no token is
checked, which would cost each the same. Ratios are to Daybook's façade.

${tables(FACADE)}

## Processes

Start-up is the median of ${starts} fresh processes on a migrated database, to the first answer (one bill). Memory is what
the process holds after all cases, lists of 100 included.

${processTable(processes)}

### What the memory is

After a start it is Node itself and the code. Under load it is the old generation of V8's heap, and it stays where it is:
what is alive comes to some 30 MB after every major collection, but parts of finished requests are promoted until then, and V8
lets the heap grow to several times what is alive before it collects. A ceiling holds the process under 160 MB
(\`--max-old-space-size=384\`), as does \`--heap-growing-percent=60\` under 180, but each costs some 10 % of the throughput and
a ceiling ends the process when a day is unusually busy; a young generation of 4 MB saves 30 MB for as much. Arenas of the
allocator (\`MALLOC_ARENA_MAX\`) and \`--max-lazy\` change nothing, \`--optimize-for-size\` halves the throughput. With code
that is compiled already (the cache of \`npm start\`, or the bundle of the image) the compiler of TypeScript, 30 MB, is
never loaded.

## Growing tables

PostgreSQL does nearly all the work here; only Daybook and the baseline take part. Daybook keeps searches to a pool of two
connections, so that costly patterns delay nobody else, and so does the baseline.

${growthTable(growth)}

${handwritten}## Again

\`\`\`sh
npm run bench                  # everything; a PostgreSQL server is started for it, from local binaries or with Docker
npm run bench -- --quick       # one short round: whether all answer alike
npm run bench -- --help        # choose cases, peers, rounds, sizes
npm run bench -- --leak        # a million requests, and the memory after every 100 000
npm run bench -- --pay         # statements, balances and totals, with a million logs of 1000 workers
DATABASE_URL=postgres://… npm run bench   # on a server on which it may make databases
\`\`\`
`;
}
