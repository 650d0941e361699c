import { setTimeout as wait } from 'node:timers/promises';
import type { Bulkhead } from '@daybook/api';
import { forEachBulkhead, forEachWriteBulkhead, type WriteBulkhead } from '@daybook/domain';
import {
  checkPooler,
  connect,
  type Database,
  databaseFailure,
  isUnavailable,
  isUntrusted,
  migrate,
  type Observe,
  type Pool,
  parseAddress,
  type Server,
  StandbyError,
} from '@daybook/domain/server';
import { type EmbeddedOptions, startEmbedded } from './embedded/embedded.ts';
import type { Env } from './env.ts';

/**
 * A connection pool for each bulkhead (log-ins use that of writes of users), for authentication, which every request needs, and
 * for the readiness check: a locked table then stops only the requests that need it.
 */
export type Pools = Readonly<
  Record<Exclude<Bulkhead, 'logIn'> | WriteBulkhead | 'identity' | 'readiness', Database>
>;

/** Of each pool: its connections at the most, and its statements that are running or wait for one. */
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

/**
 * Of the 15 requests that one kind of work may run at a time, five wait for the same connection, sometimes seven: where a
 * table is locked, each of them waits for the lock timeout, one after the other.
 */
const defaultPool: Pool = { max: 3, statementTimeout: 4000, lockTimeout: 500, statements: 400 };
/** Fewer connections, so that more wait for the same one, each for a shorter time. */
const writePool: Pool = { ...defaultPool, max: 2, lockTimeout: 400 };
const poolOptions: Readonly<Record<keyof Pools, Pool>> = {
  identity: { ...defaultPool, max: 4 },
  others: defaultPool,
  ...forEachBulkhead(defaultPool),
  ...forEachWriteBulkhead(writePool),
  search: { ...defaultPool, max: 2, statementTimeout: 1000, statements: 60 },
  calendar: { ...defaultPool, max: 2, statements: 20 },
  balances: { ...defaultPool, max: 2, statements: 20 },
  files: { ...defaultPool, max: 2, statements: 20 },
  readiness: { max: 1, statementTimeout: 1000, lockTimeout: 500, statements: 1 },
};

/**
 * The pools on a database that is migrated.
 * @param prepare whether statements are kept prepared
 * @param mostConnections that a pool has
 */
export function connectPools(
  server: Server,
  {
    prepare = true,
    mostConnections = Infinity,
    observe,
  }: {
    readonly prepare?: boolean;
    readonly mostConnections?: number;
    readonly observe?: ObservePool | undefined;
  } = {},
): Pick<OpenDatabase, 'pools' | 'usage' | 'close'> {
  const connections = Object.entries(poolOptions).map(([work, options]) => {
    const pool = { ...options, max: Math.min(options.max, mostConnections) };
    return [work, connect(server, pool, { prepare, observe: observe?.(work) }), pool] as const;
  });
  return {
    pools: Object.fromEntries(connections.map(([work, { db }]) => [work, db])) as Pools,
    usage: () =>
      connections.map(([pool, { statements }, { max }]) => ({
        pool,
        connections: max,
        statements: statements(),
      })),
    close: async () => {
      await Promise.all(connections.map(([, connection]) => connection.close()));
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
  { databaseUrl, dataDir, preparedStatements }: Pick<Env, 'databaseUrl' | 'dataDir' | 'preparedStatements'>,
  options = withoutWaiting,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    await migrateWhenReachable(databaseUrl, options);
    const prepare = await checkPooler(databaseUrl, defaultPool, preparedStatements, options.log);
    const description = `PostgreSQL at ${parseAddress(databaseUrl).display}`;
    return { ...connectPools(databaseUrl, { prepare, observe: options.observe }), description };
  }
  const embedded = await startEmbedded({ dataDir, ...options.embedded });
  try {
    await migrate(embedded.connection);
    // Its statements run one at a time, and what waits on one connection is sent and read together.
    const pools = connectPools(embedded.connection, { mostConnections: 1, observe: options.observe });
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
