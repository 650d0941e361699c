import { setTimeout as wait } from 'node:timers/promises';
import {
  connect,
  type Database,
  databaseFailure,
  isUnavailable,
  isUntrusted,
  migrate,
  type Pool,
  type Server,
} from '@daybook/domain/server';
import { startEmbedded } from './embedded/embedded.ts';
import type { Env } from './env.ts';

/** Records of one kind, people and their sessions, patterns that people type, and what is several of these. */
export type Work = 'accounts' | 'logs' | 'payees' | 'cheques' | 'bills' | 'search' | 'others';

/**
 * Connections of its own for each kind of work, and for who somebody is, which every request asks: a table that is
 * locked then stops those only who need it.
 */
export type Pools = Readonly<Record<Work | 'identity', Database>>;

/** The database as the service uses it, migrated. */
export interface OpenDatabase {
  readonly pools: Pools;
  /** For people: what it is and where. */
  readonly description: string;
  close(): Promise<void>;
}

/**
 * Of the nine requests at a time that one kind of work may have, three wait for the same connection, now and then five:
 * where a table is locked, one after the other waits as long as a lock is waited for.
 */
const usual: Pool = { max: 3, statementTimeout: 4000, lockTimeout: 700, statements: 400 };
const sizes: Readonly<Record<keyof Pools, Pool>> = {
  identity: { ...usual, max: 4 },
  accounts: usual,
  logs: usual,
  payees: usual,
  cheques: usual,
  bills: usual,
  others: usual,
  search: { ...usual, max: 2, statementTimeout: 1000, statements: 60 },
};

/** The pools on a database that is migrated. */
export function connectPools(server: Server): Pick<OpenDatabase, 'pools' | 'close'> {
  const connections = Object.entries(sizes).map(([work, pool]) => [work, connect(server, pool)] as const);
  return {
    pools: Object.fromEntries(connections.map(([work, { db }]) => [work, db])) as unknown as Pools,
    close: async () => {
      await Promise.all(connections.map(([, connection]) => connection.close()));
    },
  };
}

/** What a server that is starting may wait for, and how it is told to stop waiting. */
interface Patience {
  /** Milliseconds. */
  readonly forServer: number;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
}

// Refused user, password, database or certificate: that does not pass by waiting.
const isFinal = (code: string) => code.startsWith('28') || code === '3D000' || isUntrusted(code);

/** Migrates as soon as the server answers: after a power cut it may come up later than the service. */
async function migrateWhenReachable(url: string, { forServer, signal, tell }: Patience): Promise<void> {
  const until = Date.now() + forServer;
  for (let told = false; ; told = true) {
    try {
      return await migrate(url);
    } catch (error) {
      const code = databaseFailure(error)?.code ?? '';
      if (!isUnavailable(code) || isFinal(code) || Date.now() > until) throw error;
      if (!told)
        tell(`The database does not answer (${code}): waiting for it, up to ${forServer / 1000} s …`);
      await wait(1000, undefined, { signal });
    }
  }
}

const impatient: Patience = { forServer: 0, signal: new AbortController().signal, tell: () => {} };

/**
 * PostgreSQL at DATABASE_URL, or else the embedded database in DATA_DIR.
 * @throws EmbeddedInUseError, NewerSchemaError, or the driver's error when the server cannot be reached
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>,
  patience = impatient,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    await migrateWhenReachable(databaseUrl, patience);
    const { hostname, port, pathname } = new URL(databaseUrl);
    const description = `PostgreSQL at ${hostname}:${port || '5432'}${pathname}`;
    return { ...connectPools(databaseUrl), description };
  }
  const embedded = await startEmbedded({ dataDir });
  try {
    await migrate(embedded.connection);
    const pools = connectPools(embedded.connection);
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
