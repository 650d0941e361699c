import { setTimeout as wait } from 'node:timers/promises';
import type { Bulkhead } from '@daybook/api';
import { forEachBulkhead, forEachWriteBulkhead, type WriteBulkhead } from '@daybook/domain';
import {
  checkPooler,
  connectPool,
  type Database,
  databaseFailure,
  isUnavailable,
  isUntrusted,
  migrate,
  type Observe,
  type PoolLimits,
  parseAddress,
  pipelinedConnectionsOf,
  type Server,
  StandbyError,
} from '@daybook/domain/server';
import { type EmbeddedOptions, startEmbedded } from './embedded/embedded.ts';
import type { Env } from './env.ts';
import { defaultDatabaseConnections } from './env-values.ts';

/**
 * The database for each bulkhead (log-ins use that of writes of users), for authentication, which every request needs, and
 * for the readiness check. Each has connections of its own while it uses them, so that a locked table stops only the requests
 * that need it.
 */
export type Pools = Readonly<
  Record<Exclude<Bulkhead, 'logIn'> | WriteBulkhead | 'identity' | 'readiness', Database>
>;

/** Of each bulkhead: the connections that it has just now, and its statements that are running or wait for one. */
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

/** The lock timeout is short because statements wait for each other's: five reads, sometimes seven, on one connection. */
const session = { statementTimeout: 4000, lockTimeout: 400 };
const shortSession = { ...session, statementTimeout: 1000 };
/** All but that of writes, which has the rest of the connections: where no standby confirms commits, only writes stop. */
const pools = {
  reads: { ...session, connections: 6, reserve: 3 },
  identity: { ...session, connections: 4 },
  search: { ...shortSession, connections: 2 },
  readiness: { ...shortSession, connections: 1 },
  // 10 000 records in one statement take 2 s, more where a machine is busy; updatedSince waits 10 s for what is late.
  imports: { statementTimeout: 9000, lockTimeout: 2000, connections: 1 },
};
const connectionsOfOthers = Object.values(pools).reduce((sum, { connections }) => sum + connections, 0);

type Limits = PoolLimits & { readonly pool: keyof typeof pools | 'writes' };

const read: Limits = { pool: 'reads', max: 3, statements: 400 };
const costlyRead: Limits = { pool: 'reads', max: 2, statements: 20 };
const bulkheads: Readonly<Record<keyof Pools, Limits>> = {
  others: read,
  ...forEachBulkhead(read),
  calendar: costlyRead,
  balances: costlyRead,
  files: costlyRead,
  ...forEachWriteBulkhead<Limits>({ pool: 'writes', statements: 400 }),
  identity: { pool: 'identity', statements: 400 },
  search: { pool: 'search', statements: 60 },
  readiness: { pool: 'readiness', statements: 1 },
  imports: { pool: 'imports', statements: 20 },
  // Pieces of files, each on its way for itself.
  attachments: { pool: 'reads', max: 2, statements: 100 },
  attachmentsWrites: { pool: 'writes', max: 2, statements: 100 },
};

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
  const pipelinedConnections = pipelinedConnectionsOf(() => databases.othersWrites);
  const writes = {
    ...session,
    connections: connections - connectionsOfOthers,
    reserve: 2,
    pipelinedConnections,
  };
  const connected = Object.entries({ ...pools, writes }).map(([name, pool]) => {
    const limits = Object.entries(bulkheads).filter(([, own]) => own.pool === name);
    return connectPool(server, pool, Object.fromEntries(limits), options);
  });
  const all = connected.flatMap((pool) => pool.bulkheads);
  const databases = Object.fromEntries(all.map(({ name, db }) => [name, db])) as Pools;
  return {
    pools: databases,
    usage: () => all.map(({ name, usage }) => ({ pool: name, ...usage() })),
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
    const pools = connectPools(embedded.connection, {
      connections: databaseConnections,
      observe: options.observe,
    });
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
