import { createHmac } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { type Contents, contents, databaseFailure, knownMigrations } from '@daybook/domain/server';
import { create, extract, list, type ReadEntry } from 'tar';
import { z } from 'zod';
import { withEarlier } from '../embedded/earlier.ts';
import { type EmbeddedError, earlierFolder, startEmbedded } from '../embedded/embedded.ts';
import type { Env } from '../env.ts';
import { BackupError } from '../errors.ts';
import { presentSecret } from '../secrets.ts';

/**
 * The file is a tar.gz of two entries: this one, which comes first, and the folder of a database that was shut down
 * cleanly: `postgresql`, or in version 1 `pgdata`.
 */
const MANIFEST = 'daybook-backup.json';
const DATABASE = 'postgresql';
const EARLIER_DATABASE = 'pgdata';
const MAX_MANIFEST = 100_000;

const Manifest = z.object({
  /** Of the file format. */
  version: z.number(),
  /** When the backup began. */
  madeAt: z.iso.datetime(),
  migration: z.string(),
  rows: z.record(z.string(), z.number()),
  /** Which JWT_SECRET it needs: `fingerprint`. Earlier versions did not say. */
  secret: z.string().optional(),
});
export type Manifest = z.infer<typeof Manifest>;

const VERSION = 2;

/** Packs the database in `folder` into a new file of mode 0600, synced to disk. */
export async function pack(
  folder: string,
  facts: Contents & { readonly madeAt: Date; readonly secret: string | undefined },
  file: string,
): Promise<void> {
  const manifest = { version: VERSION, ...facts };
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest));
  const archive = create({ cwd: folder, gzip: true, portable: true, strict: true }, [MANIFEST, DATABASE]);
  await pipeline(archive, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
}

/**
 * Reads the whole file and writes nothing.
 * @throws BackupError if this version cannot restore it
 */
export async function verify(file: string): Promise<Manifest> {
  const unexpected: string[] = [];
  let entries = 0;
  let manifest = '';
  const onReadEntry = (entry: ReadEntry) => {
    entries += 1;
    if (entries === 1 && entry.path === MANIFEST && entry.type === 'File' && entry.size < MAX_MANIFEST)
      entry.on('data', (chunk) => {
        manifest += chunk;
      });
    else if (!isDatabaseEntry(entry)) unexpected.push(entry.path);
  };
  await read(file, list({ strict: true, onReadEntry }));
  if (manifest === '') throw new BackupError(`${file} ${INVALID}`);
  if (unexpected.length > 0)
    throw new BackupError(
      `${file} contains ${JSON.stringify(unexpected[0])}, which is not part of a backup: it was created or changed by another program.`,
    );
  return readManifest(file, manifest);
}

/** Writes the database of a file that passed `verify` to `folder`. */
async function unpack(file: string, folder: string): Promise<void> {
  await read(file, extract({ cwd: folder, strict: true, dmode: 0o700, fmode: 0o600 }));
}

const INVALID = 'is not a complete backup of Daybook (truncated, damaged or another file): use another copy.';

async function read(file: string, reader: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(createReadStream(file), createGunzip(), reader);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^(Z|TAR)_/.test(code)) throw new BackupError(`${file} ${INVALID}`);
    if (/^(ENOENT|EACCES|EISDIR)$/.test(code)) throw new BackupError(`${file} cannot be read (${code}).`);
    throw error;
  }
}

function isDatabaseEntry({ path, type }: ReadEntry): boolean {
  const [top, ...names] = path.replace(/\/$/, '').split('/');
  const isPlain = names.every((name) => /^[\w.-]+$/.test(name) && !/^\.+$/.test(name));
  return (
    (top === DATABASE || top === EARLIER_DATABASE) && isPlain && (type === 'File' || type === 'Directory')
  );
}

function readManifest(file: string, text: string): Manifest {
  const { data, error } = Manifest.safeParse(parseJson(text));
  const newer = `${file} was made by a newer version of Daybook: restore it with that version.`;
  if (error) throw new BackupError(`${file} ${INVALID}`);
  if (data.version > VERSION || !knownMigrations().some(({ tag }) => tag === data.migration))
    throw new BackupError(newer);
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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

/** Tells one secret from another, and nothing else about it. */
const fingerprintOf = (secret: Uint8Array) =>
  createHmac('sha256', secret).update('daybook backup').digest('hex').slice(0, 16);

/** Of the secret under which the service on this folder keeps what it encrypts; undefined where it is not known here. */
export function fingerprint(env: Env): string | undefined {
  const secret = presentSecret(env);
  return secret && fingerprintOf(secret);
}

/** What the operator has to know of the secret of a backup that was made. */
export const formatNeeded = (needed: string | undefined): string =>
  needed === undefined
    ? 'It does not say which JWT_SECRET it needs: set the one of the service for this command too'
    : `It needs the JWT_SECRET with the fingerprint ${needed}, which is not in the file`;

/** What is lost where a restored backup needs another secret than those that are set; undefined where nothing is. */
export function formatMissing(needed: string | undefined, env: Env): string | undefined {
  const previous = env.jwtSecretPrevious;
  const known = [
    fingerprint(env),
    previous === undefined ? undefined : fingerprintOf(new TextEncoder().encode(previous)),
  ].filter((one) => one !== undefined);
  if (needed === undefined || known.includes(needed)) return undefined;
  return [
    `It needs the JWT_SECRET with the fingerprint ${needed}, but here is ${known.join(' and ') || 'none yet'}:`,
    'set that one as JWT_SECRET or JWT_SECRET_PREVIOUS before you start the service. Otherwise authenticator apps stop working,',
    'and sessions, tokens and calendar addresses end',
  ].join(' ');
}
