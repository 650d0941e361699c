import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { open, type Server } from './client.ts';
import { applyMigrations, drizzle } from './drizzle.ts';

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Any number: all who migrate this database wait for the same lock. */
const lock = 0x0da7b00c;

/** The database was migrated by a newer version of the service than this one. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';

  constructor() {
    super('The database was migrated by a newer version of Daybook: start that version.');
  }
}

/** The database cannot hold Unicode texts. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

interface Migration {
  readonly tag: string;
  /** Milliseconds since 1970; the database keeps it for each that was applied. */
  readonly when: number;
}

/** The migrations of this version, in their order. */
export function knownMigrations(folder = migrationsFolder): readonly Migration[] {
  return JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')).entries;
}

/**
 * Applies what is missing, exactly once however many instances start together: the session lock is held on the
 * one connection that migrates. Default types and no time limits, which would end the wait for the lock.
 * @throws NewerSchemaError when the database knows migrations that this version does not; EncodingError
 */
export async function migrate(server: Server, folder = migrationsFolder): Promise<void> {
  const sql = open(server, {
    max: 1,
    fetch_types: true,
    connect_timeout: 5,
    connection: { application_name: 'daybook' },
  });
  try {
    const [{ encoding } = {}] = await sql`select current_setting('server_encoding') as encoding`;
    if (encoding !== 'UTF8')
      throw new EncodingError(
        `The database has the encoding ${encoding} and needs UTF8: create it with encoding 'UTF8' template template0.`,
      );
    await sql`select pg_advisory_lock(${lock})`;
    const newest = Math.max(...knownMigrations(folder).map(({ when }) => when));
    const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as name`;
    if (table?.name) {
      const [applied] = await sql`select max(created_at)::bigint as newest from drizzle.__drizzle_migrations`;
      if (Number(applied?.newest ?? 0) > newest) throw new NewerSchemaError();
      if (Number(applied?.newest ?? 0) === newest) return;
    }
    await applyMigrations(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
