import { MAX_IMPORT_ROWS } from '@daybook/domain';
import {
  type Collection,
  readDocuments,
  type SourceDocument,
  type SourceRecord,
} from '@daybook/domain/imports';
import { collectionOf, documentsOf } from './collections.ts';
import { MAX_EXPANDED, mebibyte, Parts } from './parts.ts';
import { isZip } from './read-table.ts';
import { UnreadableFile, unreadable } from './unreadable.ts';

export interface DumpOptions {
  /** Of the file. */
  readonly name: string;
  /** In which days began there. */
  readonly timeZone: string;
}

/**
 * The records of a file that mongodump or mongoexport has written, or of a .zip of such files.
 * @throws UnreadableFile
 */
export async function readDump(bytes: Uint8Array, { name, timeZone }: DumpOptions): Promise<SourceRecord[]> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = isZip(bytes) ? await Parts.open(bytes) : undefined;
  const found = new Map<Collection, readonly SourceDocument[]>();
  for (const file of parts?.names ?? [name]) {
    const collection = collectionOf(file);
    // What macOS adds to an archive is named alike.
    if (collection === undefined || file.startsWith('__MACOSX/')) continue;
    // Those of two databases would be mixed.
    if (found.has(collection)) throw unreadable('no_dump');
    found.set(collection, documentsIn(file, parts ? await parts.bytes(file) : whole));
  }
  if (found.size === 0) throw unreadable('no_dump');
  const count = [...found.values()].reduce((sum, { length }) => sum + length, 0);
  if (count > MAX_IMPORT_ROWS) throw unreadable('too_many_rows', { max: MAX_IMPORT_ROWS });
  return [...found].flatMap(([collection, documents]) => readDocuments(collection, documents, timeZone));
}

function documentsIn(name: string, bytes: Buffer): SourceDocument[] {
  try {
    return documentsOf(name, bytes, MAX_EXPANDED * mebibyte);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : unreadable('file_damaged');
  }
}
