import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MAX_IMPORT_ROWS } from '@daybook/domain';
import {
  type Collection,
  collections,
  readDocuments,
  type SourceDocument,
  type SourceRecord,
} from '@daybook/domain/imports';
import { deserialize } from 'bson';
import { UsageError } from '../command.ts';
import { UnreadableFile, unreadable } from './cells.ts';
import { MAX_EXPANDED, mebibyte, Parts } from './parts.ts';
import { isZip } from './read-table.ts';

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

/** `users.json` of mongoexport, `shop.users.json` of Compass, `users.bson` and `users.bson.gz` of mongodump. */
const fileName = /^(?:.+\.)?(users|payees|bills|cheques|logs)\.(json|bson)(?:\.gz)?$/i;

interface File {
  readonly path: string;
  readonly collection: Collection;
}

/** Which collection a file has; undefined for any other file. */
export const collectionOf = (name: string): Collection | undefined =>
  fileName.exec(basename(name))?.[1]?.toLowerCase() as Collection | undefined;

const filesIn = (folder: string): File[] =>
  readdirSync(folder).flatMap((name) => {
    const collection = collectionOf(name);
    return collection === undefined ? [] : { path: join(folder, name), collection };
  });

/** In the folder, or where mongodump has put them: in one below it that is named like the database. */
function findFiles(folder: string): File[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`${folder} is no folder: name the one that mongoexport or mongodump has written.`);
  const below = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? join(folder, entry.name) : [],
  );
  const found = [folder, ...below].map(filesIn).filter((files) => files.length > 0);
  const [files, ...others] = found;
  if (!files)
    throw new UsageError(
      `${folder} has none of ${collections.map((name) => `${name}.json`).join(', ')}, nor such files with .bson or .bson.gz.`,
    );
  if (others.length > 0) throw new UsageError(`${folder} has several databases: name the folder of one.`);
  return files;
}

/** A value of extended JSON, version 1 or 2, or of BSON. What cannot be read stays as it is, and is refused as a value. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || Array.isArray(value))
    return value;
  if ('_bsontype' in value) return String(value);
  const [[key, inner] = ['', undefined], ...others] = Object.entries(value);
  if (others.length > 0) return value;
  switch (key) {
    case '$oid':
    case '$numberDecimal':
      return String(inner);
    case '$date':
      return new Date(plain(inner) as string | number);
    case '$numberLong':
    case '$numberInt':
    case '$numberDouble':
      // Beyond what is exact the text is.
      return Number.isInteger(Number(inner)) && !Number.isSafeInteger(Number(inner))
        ? String(inner)
        : Number(inner);
    case '$undefined':
      return undefined;
    default:
      return value;
  }
}

const toDocument = (value: unknown): SourceDocument => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('it is no document');
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]));
};

/** A document in each line, or one list of them (`--jsonArray`). */
function readJson(text: string): SourceDocument[] {
  if (text.trimStart().startsWith('[')) return (JSON.parse(text) as unknown[]).map(toDocument);
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [toDocument(JSON.parse(line))];
    } catch (error) {
      throw new Error(`line ${index + 1}: ${error instanceof Error ? error.message : error}`);
    }
  });
}

/** Each document begins with its length. */
function readBson(bytes: Buffer): SourceDocument[] {
  const found: SourceDocument[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = at + 5 <= bytes.length ? bytes.readInt32LE(at) : 0;
    if (length < 5 || at + length > bytes.length) throw new Error(`it is cut off or damaged at byte ${at}`);
    found.push(toDocument(deserialize(bytes.subarray(at, at + length))));
    at += length;
  }
  return found;
}

/** @param maxBytes of what is packed @throws what is wrong with it */
export function documentsOf(name: string, stored: Buffer, maxBytes?: number): SourceDocument[] {
  const bytes = /\.gz$/i.test(name)
    ? gunzipSync(stored, maxBytes === undefined ? {} : { maxOutputLength: maxBytes })
    : stored;
  return /\.bson(\.gz)?$/i.test(name)
    ? readBson(bytes)
    : readJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
}

function readFile({ path }: File): SourceDocument[] {
  try {
    return documentsOf(path, readFileSync(path));
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The documents of the collections that a folder has, as mongoexport or mongodump writes them.
 * @throws UsageError where there are none, or one cannot be read
 */
export function readCollections(folder: string): ReadonlyMap<Collection, readonly SourceDocument[]> {
  const files = findFiles(folder);
  const read = new Map<Collection, readonly SourceDocument[]>();
  for (const file of files) {
    if (read.has(file.collection))
      throw new UsageError(`${folder} has several files of ${file.collection}: leave one.`);
    read.set(file.collection, readFile(file));
  }
  return read;
}
