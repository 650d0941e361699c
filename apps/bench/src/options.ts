import { parseArgs } from 'node:util';
import { isOnPath } from '@daybook/testing/machine';
import { type CaseName, COMMITS, type CommitCase, CRUD, FACADE, SCALING } from './cases.ts';
import { PEERS, type PeerName } from './peers.ts';

export interface Options {
  readonly peers: readonly PeerName[];
  readonly cases: readonly CaseName[];
  /** Rows of users and logs at which the scaling cases run. */
  readonly sizes: readonly number[];
  /** Of load, for each case; with 0 only the answers are compared. */
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Of the cases of commits, one after another. */
  readonly commitConnections: readonly number[];
  /** Fresh processes for the start-up time. */
  readonly starts: number;
  readonly generator: 'wrk' | 'autocannon';
  readonly write: boolean;
  /** Requests of the leak check, which then runs instead of the comparison. */
  readonly leak: number | undefined;
  /** Whether statements, balances and totals are measured instead of the comparison. */
  readonly pay: boolean;
  /** Whether all lists and totals are measured on very large tables instead of the comparison. */
  readonly size: boolean;
  /** The server to make databases on, if it is not to be started here. */
  readonly databaseUrl: string | undefined;
}

const GROUPS: Readonly<Record<string, readonly CaseName[]>> = {
  facade: FACADE,
  commits: Object.keys(COMMITS) as CommitCase[],
  crud: CRUD,
  scaling: SCALING,
};
const ALL = Object.values(GROUPS).flat();

export const help = `npm run bench -- [options]
  --peers a,b       of ${Object.keys(PEERS).join(', ')}; daybook and facade always take part
  --cases a,b       of ${ALL.join(', ')}; also ${Object.keys(GROUPS).join(', ')}
  --sizes 1000,…    rows for the scaling cases, 1000 to 1000000
  --rounds 5        per case; the peers alternate within each
  --seconds 4       per round and peer
  --connections 32  for commits 1, 8, 32 and 128
  --starts 5        fresh processes for the start-up time; 0 leaves it out
  --generator …     wrk (taken if it is on the PATH) or autocannon
  --quick           no load, 1000 rows, no start-up times: only whether all answer alike
  --leak [N]        instead: N requests (a million) against Daybook, its memory after every 100 000
  --pay             instead: statements, balances and totals of Daybook, with a million logs of 1000 workers
  --size            instead: every list and total of Daybook, with ten million logs and a million cheques
  --write           writes docs/performance.md
DATABASE_URL names a PostgreSQL server on which databases may be made; without it one is started for the run.`;

const flags = {
  peers: { type: 'string' },
  cases: { type: 'string', default: Object.keys(GROUPS).join(',') },
  sizes: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  connections: { type: 'string' },
  starts: { type: 'string' },
  generator: { type: 'string' },
  quick: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  leak: { type: 'boolean', default: false },
  pay: { type: 'boolean', default: false },
  size: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** @returns undefined for --help @throws Error that names the option at fault */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true });
  if (values.help) return undefined;
  const { quick } = values;
  const connections =
    values.connections === undefined ? undefined : count('--connections', values.connections);
  const asked = values.peers?.split(',') ?? Object.keys(PEERS);
  const cases = values.cases.split(',').flatMap((name): readonly string[] => GROUPS[name] ?? [name]);
  const generator = values.generator ?? (isOnPath('wrk') ? 'wrk' : 'autocannon');
  if (generator !== 'wrk' && generator !== 'autocannon')
    throw new Error('--generator: must be wrk or autocannon');
  return {
    peers: chosen('--peers', ['daybook', 'facade', ...asked], Object.keys(PEERS) as PeerName[]),
    cases: chosen('--cases', cases, ALL),
    sizes: (values.sizes ?? (quick ? '1000' : '1000,10000,100000,1000000'))
      .split(',')
      .map((size) => count('--sizes', size)),
    rounds: count('--rounds', values.rounds ?? (quick ? '0' : '5'), 0),
    seconds: count('--seconds', values.seconds ?? '4'),
    connections: connections ?? 32,
    commitConnections: connections === undefined ? [1, 8, 32, 128] : [connections],
    starts: count('--starts', values.starts ?? (quick ? '0' : '5'), 0),
    generator,
    write: values.write,
    leak: values.leak ? count('--leak', positionals[0] ?? '1000000') : undefined,
    pay: values.pay,
    size: values.size,
    // biome-ignore lint/style/noProcessEnv: the only setting from the environment
    databaseUrl: process.env.DATABASE_URL || undefined,
  };
}

/** In the order of `known`, each once. */
function chosen<T extends string>(flag: string, asked: readonly string[], known: readonly T[]): T[] {
  const unknown = asked.filter((name) => !known.includes(name as T));
  if (unknown.length > 0)
    throw new Error(`${flag}: unknown: ${unknown.join(', ')}; choose from ${known.join(', ')}`);
  return known.filter((name) => asked.includes(name));
}

function count(flag: string, text: string, least = 1): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least)
    throw new Error(`${flag}: must be a whole number, at least ${least}`);
  return number;
}
