import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Contents, contents, databaseFailure } from '@daybook/domain/server';
import { withEarlier } from '../embedded/earlier.ts';
import { type EmbeddedError, earlierFolder, startEmbedded } from '../embedded/embedded.ts';
import { BackupError } from '../errors.ts';
import { type Manifest, unpack } from './archive.ts';

/** SQLSTATE classes of internal and system errors, such as damaged pages. */
const INTERNAL_ERROR = /^(XX|58)/;

/**
 * Starts the database in `folder`, reads all of it and shuts it down cleanly.
 * @throws BackupError if it is damaged or not Daybook's, EmbeddedError if it does not start, NewerSchemaError
 */
export async function inspect(folder: string): Promise<Contents> {
  let exitError: EmbeddedError | undefined;
  const onExit = (error: EmbeddedError) => {
    exitError = error;
  };
  const embedded = await startEmbedded({ dataDir: folder, onExit, onNotice: () => {} });
  try {
    const actual = await contents(embedded.connection);
    if (!actual) throw new BackupError('The database is empty: the service has never been started on it.');
    return actual;
  } catch (error) {
    const failure = databaseFailure(error);
    if (failure && INTERNAL_ERROR.test(failure.code))
      throw new BackupError(`The database is damaged (${(error as Error).message}).`);
    throw exitError ?? error;
  } finally {
    await embedded.stop();
  }
}

/**
 * Writes the database of a file to `folder`, reads all of it and shuts it down cleanly. One of version 1 is then copied into
 * the format of this version.
 *
 * @param manifest the result of `verify`
 * @throws BackupError if its contents differ from the manifest, EmbeddedError if it does not start
 */
export async function unpackAndInspect(
  file: string,
  { migration, rows }: Manifest,
  folder: string,
): Promise<void> {
  await unpack(file, folder);
  const isEarlier = existsSync(earlierFolder(folder));
  const actual = await (isEarlier ? withEarlier(earlierFolder(folder), contents) : inspect(folder));
  if (!isDeepStrictEqual(actual, { migration, rows }))
    throw new BackupError(`${file} differs from its manifest: use another copy.`);
  if (isEarlier) await inspect(folder);
}

/** For the operator. */
export function formatContents({ migration, rows }: Contents): string {
  const counts = Object.entries(rows).map(([table, count]) => `${table} ${count}`);
  return `schema ${migration}; rows: ${counts.join(', ')}`;
}
