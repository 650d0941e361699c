import { open, type Server } from './client.ts';
import { knownMigrations, migrationsFolder, NewerSchemaError } from './migrate.ts';

/** What a database holds: its newest migration, and the rows of each table, those marked as deleted included. */
export interface Contents {
  readonly migration: string;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Reads every table as a whole, so that pages that are damaged show.
 * @returns undefined where no migration was ever applied
 * @throws NewerSchemaError when this version does not know the database's newest migration; the driver's error
 */
export async function contents(server: Server, folder = migrationsFolder): Promise<Contents | undefined> {
  const sql = open(server, { max: 1, connect_timeout: 5 });
  try {
    const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as name`;
    if (!table?.name) return undefined;
    const [applied] = await sql`select max(created_at)::bigint as newest from drizzle.__drizzle_migrations`;
    if (!applied?.newest) return undefined;
    const migration = knownMigrations(folder).find(({ when }) => when === Number(applied.newest));
    if (!migration) throw new NewerSchemaError();
    const rows: Record<string, number> = {};
    const tables = await sql`select tablename from pg_tables where schemaname = 'public' order by 1`;
    for (const { tablename } of tables) {
      const [{ count } = {}] = await sql`select count(*)::int from ${sql(tablename)}`;
      rows[tablename] = count;
    }
    return { migration: migration.tag, rows };
  } finally {
    await sql.end({ timeout: 5 });
  }
}
