import { setTimeout as wait } from 'node:timers/promises';
import {
  type Connection,
  connect,
  type Database,
  databaseFailure,
  isUnavailable,
  migrate,
  type Server,
} from '@daybook/domain/server';
import { startEmbedded } from './embedded/embedded.ts';
import type { Env } from './env.ts';

/** The database as the service uses it, migrated. */
export interface OpenDatabase {
  readonly db: Database;
  readonly searchDb: Database;
  /** For people: what it is and where. */
  readonly description: string;
  close(): Promise<void>;
}

/** The pools on a database that is migrated. Patterns that people type have their own, with a short time limit. */
export function connectPools(server: Server): Pick<OpenDatabase, 'db' | 'searchDb' | 'close'> {
  const main: Connection = connect(server, {
    max: 10,
    statementTimeout: 4000,
    lockTimeout: 3000,
    statements: 400,
  });
  const search: Connection = connect(server, {
    max: 2,
    statementTimeout: 1000,
    lockTimeout: 1000,
    statements: 60,
  });
  return {
    db: main.db,
    searchDb: search.db,
    close: async () => {
      await Promise.all([main.close(), search.close()]);
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

// Refused user, password or database: that does not pass by waiting.
const isFinal = (code: string) => code.startsWith('28') || code === '3D000';

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
