import { type Connection, connect, type Database, migrate, type Server } from '@daybook/domain/server';
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
  const main: Connection = connect(server, { max: 10, statementTimeout: 4000, lockTimeout: 3000 });
  const search: Connection = connect(server, { max: 2, statementTimeout: 1000, lockTimeout: 1000 });
  return {
    db: main.db,
    searchDb: search.db,
    close: async () => {
      await Promise.all([main.close(), search.close()]);
    },
  };
}

/**
 * PostgreSQL at DATABASE_URL, or else the embedded database in DATA_DIR.
 * @throws EmbeddedInUseError, NewerSchemaError, or the driver's error when the server cannot be reached
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
}: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    await migrate(databaseUrl);
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
