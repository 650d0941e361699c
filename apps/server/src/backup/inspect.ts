import { isDeepStrictEqual } from 'node:util';
import { type Contents, contents, databaseFailure } from '@daybook/domain/server';
import { type EmbeddedError, startEmbedded } from '../embedded/embedded.ts';
import { type Manifest, unpack } from './archive.ts';
import { BackupError } from './error.ts';

/** PostgreSQL's classes of codes for its own faults: damaged pages among them. */
const INTERNAL = /^(XX|58)/;

/**
 * Starts the database in `folder`/pgdata, reads all of it and stops it in an orderly way.
 * @throws BackupError if it is damaged or not Daybook's, EmbeddedError if it does not start, NewerSchemaError
 */
export async function inspect(folder: string): Promise<Contents> {
  let ended: EmbeddedError | undefined;
  const onExit = (error: EmbeddedError) => {
    ended = error;
  };
  const embedded = await startEmbedded({ dataDir: folder, onExit });
  try {
    const found = await contents(embedded.connection);
    if (!found) throw new BackupError('The database is empty: nobody has ever started the service on it.');
    return found;
  } catch (error) {
    const failure = databaseFailure(error);
    if (failure && INTERNAL.test(failure.code))
      throw new BackupError(`The database is damaged (${(error as Error).message}).`);
    throw ended ?? error;
  } finally {
    await embedded.stop();
  }
}

/**
 * Writes the database of a file to `folder`/pgdata, stopped in an orderly way after it has been read as a whole.
 *
 * @param manifest what `check` found
 * @throws BackupError if it holds something else than the manifest says, EmbeddedError if it does not start
 */
export async function unpackWhole(
  file: string,
  { migration, rows }: Manifest,
  folder: string,
): Promise<void> {
  await unpack(file, folder);
  const found = await inspect(folder);
  if (!isDeepStrictEqual(found, { migration, rows }))
    throw new BackupError(`${file} holds something else than it says: use another copy.`);
}

/** For people. */
export function describe({ migration, rows }: Contents): string {
  const counts = Object.entries(rows).map(([table, count]) => `${table} ${count}`);
  return `schema ${migration}; rows: ${counts.join(', ')}`;
}
