import { cpus, totalmem } from 'node:os';
import { serverFlags } from '@daybook/testing/machine';
import { COMMITS, type CommitCase, CRUD, FACADE, SCALING } from './cases.ts';
import { pinning } from './load.ts';
import type { Result } from './measure.ts';
import type { Options } from './options.ts';
import { PEERS, type PeerName } from './peers.ts';

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

/** Of the first peer its own figures, of the others multiples of those: a row for each peer, a column for each case. */
const comparison = (results: readonly Result[]) =>
  table(
    ['', ...results.map(({ title }) => title)],
    (results[0]?.figures ?? []).map(({ peer }, row) => [
      PEERS[peer].title,
      ...results.map(({ figures }) => {
        const own = figures.find((one) => one.peer === peer);
        if (!own) return '–';
        const { perSecond, throughput, cpu, cpuRatio, p99 } = own;
        const [rate, cost] =
          row === 0 ? [shown(perSecond), shown(cpu)] : [shown(throughput, 2), shown(cpuRatio, 2)];
        return `${rate}, ${cost}, ${shown(p99, 1)}`;
      }),
    ]),
  );

export const processTable = (processes: readonly Process[]) =>
  table(
    ['', 'first answer after ms', 'memory after load MB'],
    processes.map(({ peer, start, memory }) => [PEERS[peer].title, shown(start), shown(memory / 2 ** 20)]),
  );

/** Creations by how long a commit takes and by connections. */
export const commitTable = (results: readonly Result[]) =>
  table(
    [
      'a commit takes',
      'clients',
      'requests/s',
      'p99 ms',
      'refused',
      'by hand: requests/s',
      'p99 ms',
      'Daybook ×',
    ],
    results.map(({ name, connections, figures }) => {
      const own = figures.find(({ peer }) => peer === 'daybook');
      const hand = figures.find(({ peer }) => peer === 'by-hand');
      const number = (value: number | undefined, digits = 0) => shown(value ?? Number.NaN, digits);
      return [
        `${COMMITS[name as CommitCase]} ms more`,
        String(connections),
        number(own?.perSecond),
        number(own?.p99, 1),
        number(own?.failed),
        number(hand?.perSecond),
        number(hand?.p99, 1),
        number(hand && 1 / hand.throughput, 2),
      ];
    }),
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
      /^## (Memory with the embedded database|Daybook and by hand|Compression|The front-end)\n[\s\S]*?(?=^## )/gm,
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
  const compared = (names: readonly string[]) => comparison(results.filter(isOf(names)));
  const growth = results.filter(isScaling).toSorted((a, b) => a.title.localeCompare(b.title));
  const [{ model = 'unknown' } = {}] = cpus();
  const flags = serverFlags.map((flag) => `\`${flag}\``).join(', ');
  return `# Performance

\`npm run bench -- --write\` writes this page. The numbers are from one machine at one time: compare the ratios.

- Machine: ${cpus().length} cores (${model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${pinning}
- Node ${process.versions.node}; ${database}
- Load: ${generator}, ${connections} connections; ${rounds} rounds of ${seconds} s, in which the peers take turns; one warm-up before

Figures are medians over the rounds; ratios are taken within each round. CPU is that of the server's process, without PostgreSQL. It is the
steadier figure, since PostgreSQL and the load share the other cores.

## Peers

All use the same database, give the same status and JSON, and run with what \`npm start\` gives Daybook:
${flags}, and Node's cache of compiled code. Daybook starts from its bundle, the others from their sources.

- **By hand** is the baseline: Fastify with JSON schemas, postgres.js, and Daybook's statements, checks of session and account, and cache of
  verified tokens, without security headers, typed client or OpenAPI document. The limit of its lists is a parameter, as one writes it, so
  PostgreSQL plans them at each execution; in Daybook's it is a number.
- **trpc-to-openapi**: Daybook's router and context behind the library's own Fastify plugin.
- **Express** and **NestJS** as usually written: jose for every token, zod, ordinary queries of Drizzle.

## Creations on a disk

POST /bills where each commit waits for the disk (\`fsync=on\`, \`synchronous_commit=on\`). 2 ms more is a disk in a cloud, 5 ms a standby that
confirms; \`commit_delay\` stands for both. *Daybook ×* is its requests/s as a multiple of those by hand, which uses 10 connections.

${commitTable(results.filter(isOf(Object.keys(COMMITS))))}

## The same requests, without a disk

On 1000 rows, on PostgreSQL without fsync: what remains is CPU. Of Daybook: requests/s, µs of CPU per request, p99 in ms. Of the others:
requests/s and CPU as multiples of Daybook's, and p99.

${compared(CRUD)}

## The façade alone

Two procedures without a database or a check of tokens: HTTP, routing, validation by zod and JSON remain. oRPC and Hono have their own
procedures with the same zod schemas; Hono does not validate its answers. The others serve the same router. The figures are as above.

${compared(FACADE)}

## Processes

Start-up is the median of ${starts} fresh processes on a migrated database, to the first answer (one bill). Memory is
measured after all cases.

${processTable(processes)}

### What the memory is

Under load it is mostly the old generation of V8's heap: some 30 MB are alive after a major collection, and the heap grows by half of that
before the next one. With \`--heap-growing-percent=75\` instead of 50 the process takes 13 MB more, and 8 % less CPU for lists of 1000 rows; with
30 it takes 11 MB less, and 12 % more CPU for them. Other requests cost the same. With \`--max-semi-space-size=16\` the process takes some 40 MB
more and 3 % less CPU per request. \`--max-old-space-size=384\` ends the process on an unusually busy day.

## Growing tables

PostgreSQL does nearly all the work here. Searches have two connections, so that costly patterns delay nobody else.

${growthTable(growth)}

${handwritten}## Again

Compare only figures from the same machine.

\`\`\`sh
npm run bench                  # everything, on a PostgreSQL server that it starts
npm run bench -- --help        # choose cases, peers, rounds, sizes, or another measurement
\`\`\`
`;
}
