import { setTimeout as wait } from 'node:timers/promises';
import type { Bulkhead } from '@daybook/api';
import { forEachBulkhead, forEachWriteBulkhead, type WriteBulkhead } from '@daybook/domain';
import {
  checkPooler,
  commitTime,
  connectPool,
  type Database,
  databaseFailure,
  isUnavailable,
  isUntrusted,
  migrate,
  type Observe,
  type Pool,
  parseAddress,
  type Server,
  type Share,
  StandbyError,
} from '@daybook/domain/server';
import { type EmbeddedOptions, startEmbedded } from './embedded/embedded.ts';
import type { Env } from './env.ts';
import { defaultDatabaseConnections } from './env-values.ts';

/**
 * For each bulkhead (log-ins use that of writes of users), for authentication, which every request needs, and for the
 * readiness check: their connections are separate while they are used, so that a locked table stops only the requests that
 * need it.
 */
export type Pools = Readonly<
  Record<Exclude<Bulkhead, 'logIn'> | WriteBulkhead | 'identity' | 'readiness', Database>
>;

/** Of each kind of work: the connections that it has just now, and its statements that are running or wait for one. */
export type PoolUsage = () => readonly { pool: string; connections: number; statements: number }[];

/** Made for each pool by its name: what sees each of its statements. */
export type ObservePool = (pool: string) => Observe;

/** The database as the service uses it, migrated. */
export interface OpenDatabase {
  readonly pools: Pools;
  readonly usage: PoolUsage;
  /** For the operator: what it is and where. */
  readonly description: string;
  close(): Promise<void>;
}

const connectionsOfReads = 6;
const connectionsOfIdentity = 4;
const connectionsOfSearches = 2;

/** The lock timeout is short because statements wait for each other's: five reads, sometimes seven, on one connection. */
const session = { statementTimeout: 4000, lockTimeout: 400, reserve: 0 };

/** Reads and writes have no connections in common: commits that no standby confirms stop writes only. */
const poolsOf = (connections: number) => ({
  reads: { ...session, connections: connectionsOfReads, reserve: 3 },
  writes: {
    ...session,
    connections: connections - connectionsOfReads - connectionsOfIdentity - connectionsOfSearches - 1,
    reserve: 2,
  },
  identity: { ...session, connections: connectionsOfIdentity },
  search: { ...session, connections: connectionsOfSearches, statementTimeout: 1000 },
  readiness: { ...session, connections: 1, statementTimeout: 1000 },
});

type Work = Share & { readonly pool: keyof ReturnType<typeof poolsOf> };

const read: Work = { pool: 'reads', max: 3, statements: 400 };
const costlyRead: Work = { pool: 'reads', max: 2, statements: 20 };
const write: Work = { pool: 'writes', max: Infinity, statements: 400 };
const work: Readonly<Record<keyof Pools, Work>> = {
  others: read,
  ...forEachBulkhead(read),
  ...forEachWriteBulkhead(write),
  calendar: costlyRead,
  balances: costlyRead,
  files: costlyRead,
  identity: { pool: 'identity', max: connectionsOfIdentity, statements: 400 },
  search: { pool: 'search', max: connectionsOfSearches, statements: 60 },
  readiness: { pool: 'readiness', max: 1, statements: 1 },
};

/** Short writes that go one after another on a connection, by the milliseconds of a commit: six at 0.5, and none from 2 on. */
const pipelineFor = (commitMs: number) => Math.min(6, Math.max(1, Math.floor(3 / commitMs)));
const measureEveryMs = 10_000;

/** How many that are just now: while there are writes at once, a commit is measured every ten seconds. */
function measuredPipeline(measure: () => Promise<number>): () => number {
  let pipeline = 1;
  let measuredAt = Number.NEGATIVE_INFINITY;
  const update = async () => {
    pipeline = pipelineFor(await measure());
  };
  return () => {
    if (performance.now() - measuredAt > measureEveryMs) {
      measuredAt = performance.now();
      // The writes themselves tell of what is wrong.
      update().catch(() => {});
    }
    return pipeline;
  };
}

/** The connections of one pool. @param pipeline for writes */
function connectKinds(
  server: Server,
  name: string,
  pool: Pool,
  { pipeline, ...options }: ConnectOptions & { readonly pipeline: () => number },
) {
  const shares = Object.entries(work).filter(([, share]) => share.pool === name);
  if (typeof server === 'string') {
    const own = shares.map(([kind, share]) => [kind, name === 'writes' ? { ...share, pipeline } : share]);
    return connectPool(server, pool, Object.fromEntries(own) as Record<string, Share>, options);
  }
  // The embedded one executes one statement at a time, and what waits on one connection is sent and read together.
  const single = shares.map(([kind, share]) => [kind, { ...share, max: 1 }] as const);
  return connectPool(
    server,
    { ...pool, connections: shares.length, reserve: 0 },
    Object.fromEntries(single),
    options,
  );
}

interface ConnectOptions {
  /** Whether statements are kept prepared. */
  readonly prepare?: boolean;
  readonly observe?: ObservePool | undefined;
}

/**
 * The pools on a database that is migrated.
 * @param connections to PostgreSQL at the most, 20 or more
 */
export function connectPools(
  server: Server,
  {
    connections = defaultDatabaseConnections,
    ...options
  }: ConnectOptions & { readonly connections?: number } = {},
): Pick<OpenDatabase, 'pools' | 'usage' | 'close'> {
  const pipeline = measuredPipeline(() => commitTime(pools.othersWrites));
  const connected = Object.entries(poolsOf(connections)).map(([name, pool]) =>
    connectKinds(server, name, pool, { ...options, pipeline }),
  );
  const kinds = connected.flatMap((pool) => pool.kinds);
  const pools = Object.fromEntries(kinds.map(({ kind, db }) => [kind, db])) as Pools;
  return {
    pools,
    usage: () => kinds.map(({ kind, usage }) => ({ pool: kind, ...usage() })),
    close: async () => {
      await Promise.all(connected.map((pool) => pool.close()));
    },
  };
}

/** How long a start waits, and what ends the wait. */
interface StartOptions {
  /** How long the server may take to answer and to accept writes. */
  readonly serverTimeoutMs: number;
  /** How long to wait for another process that migrates. */
  readonly migrationTimeoutMs: number;
  readonly signal: AbortSignal;
  /** Called with warnings for the operator. */
  readonly log: (line: string) => void;
  /** What the embedded database calls; without it, it prints and ends the process. */
  readonly embedded?: Pick<EmbeddedOptions, 'onExit' | 'onNotice'>;
  readonly observe?: ObservePool | undefined;
}

// A refused user, password, database or certificate: waiting does not help.
const isPermanent = (code: string) => code.startsWith('28') || code === '3D000' || isUntrusted(code);

/** Migrates as soon as the server answers and accepts writes: after a power cut it may start later than the service. */
async function migrateWhenReachable(url: string, options: StartOptions): Promise<void> {
  const { serverTimeoutMs, migrationTimeoutMs, signal, log } = options;
  const deadline = Date.now() + serverTimeoutMs;
  for (let loggedCode = ''; ; ) {
    try {
      return await migrate(url, undefined, { timeout: migrationTimeoutMs, signal, log });
    } catch (error) {
      const code = databaseFailure(error)?.code ?? '';
      if (!isUnavailable(code) || isPermanent(code) || Date.now() > deadline) throw error;
      if (loggedCode !== code) log(waitingMessage(error, code, serverTimeoutMs / 1000));
      loggedCode = code;
      await wait(1000, undefined, { signal });
    }
  }
}

function waitingMessage(error: unknown, code: string, seconds: number): string {
  const what =
    error instanceof StandbyError || code === 'CONNECT_READ_ONLY'
      ? 'takes no writes: it is a standby, or set to read only'
      : `does not answer (${code})`;
  return `The database ${what}. Waiting, for up to ${seconds} s …`;
}

const withoutWaiting: StartOptions = {
  serverTimeoutMs: 0,
  migrationTimeoutMs: 600_000,
  signal: new AbortController().signal,
  log: () => {},
};

/**
 * PostgreSQL at DATABASE_URL, or else the embedded database in DATA_DIR.
 * @throws EmbeddedInUseError, NewerSchemaError, MigrationTimeoutError, PoolerError, or the driver's error when the server cannot be reached
 */
export async function openDatabase(
  {
    databaseUrl,
    databaseConnections,
    dataDir,
    preparedStatements,
  }: Pick<Env, 'databaseUrl' | 'databaseConnections' | 'dataDir' | 'preparedStatements'>,
  options = withoutWaiting,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    await migrateWhenReachable(databaseUrl, options);
    const prepare = await checkPooler(databaseUrl, session, preparedStatements, options.log);
    const description = `PostgreSQL at ${parseAddress(databaseUrl).display}`;
    return {
      ...connectPools(databaseUrl, { connections: databaseConnections, prepare, observe: options.observe }),
      description,
    };
  }
  const embedded = await startEmbedded({ dataDir, ...options.embedded });
  try {
    await migrate(embedded.connection);
    const pools = connectPools(embedded.connection, { observe: options.observe });
    const close = async () => {
      await pools.close();
      await embedded.stop();
    };
    return { ...pools, close, description: `embedded database in ${dataDir}` };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}
