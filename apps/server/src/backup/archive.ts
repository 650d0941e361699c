import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Contents, knownMigrations } from '@daybook/domain/server';
import { create, extract, list, type ReadEntry } from 'tar';
import { z } from 'zod';
import { BackupError } from '../errors.ts';

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
export async function unpack(file: string, folder: string): Promise<void> {
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
