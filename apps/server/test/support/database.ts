import postgres from 'postgres';
import { inject } from 'vitest';

export interface TestDatabase {
  /** Its address. */
  readonly server: string;
  /** A connection beside the application's, to look at what is stored. */
  readonly sql: postgres.Sql;
  drop(): Promise<void>;
}

let count = 0;
/** The connection by which all files of a worker make their databases. */
let root: postgres.Sql | undefined;

/** A migrated database of this test file's own. */
export async function createDatabase(): Promise<TestDatabase> {
  const databases = inject('databases');
  count += 1;
  const name = `daybook_test_${process.pid}_${Date.now()}_${count}`;
  root ??= postgres(databases.url, { max: 1, onnotice: () => {} });
  const { unsafe } = root;
  await unsafe(`create database ${name} template ${databases.template}`);
  const address = new URL(databases.url);
  address.pathname = `/${name}`;
  const sql = postgres(address.href, { max: 1, onnotice: () => {} });
  const drop = async () => {
    await sql.end();
    await unsafe(`drop database ${name} with (force)`);
  };
  return { server: address.href, sql, drop };
}
