import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { checkRoomForNew } from './maintenance.ts';
import type { CommitSync } from './query-queue.ts';

type Stream = { nfd: number; path: string };
type Operations = Record<string, (...args: unknown[]) => unknown>;
type FileSystem = { stream_ops: Operations; node_ops: Operations };

/** A segment of the write-ahead log (WAL). */
const WAL_SEGMENT = /\/pg_wal\/[0-9A-F]{24}$/;
const CHANGES_OF_STREAMS = ['write', 'close', 'allocate', 'mmap', 'msync'];
const CHANGES_OF_NAMES = ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'];

/**
 * PGlite's folder on disk, with fsync. By default PGlite runs with `-F` and its file system has no fsync: a commit
 * survives a crash of the process but not of the machine.
 *
 * After `defer` the WAL is synced by `flush`, once for several commits. PostgreSQL believes meanwhile that it is on disk, and
 * may write what the WAL must precede: before anything but the WAL itself changes, it is synced in any case.
 */
export class DurableFS extends NodeFS implements CommitSync {
  #isDeferring = false;
  #unsynced: Stream | undefined;

  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args);
    emscriptenOpts.preRun?.push((module) => {
      const { NODEFS } = module.FS.filesystems as unknown as { NODEFS: FileSystem };
      this.#syncBefore(NODEFS.stream_ops, CHANGES_OF_STREAMS, (stream) => stream === this.#unsynced);
      this.#syncBefore(NODEFS.node_ops, CHANGES_OF_NAMES, () => false);
      NODEFS.stream_ops.fsync = (stream) => this.#sync(stream as Stream);
    });
    return { emscriptenOpts };
  }

  get isPending(): boolean {
    return this.#unsynced !== undefined;
  }

  defer(): void {
    this.#isDeferring = true;
  }

  flush(): void {
    this.#isDeferring = false;
    this.#syncNow();
  }

  #syncNow(): void {
    if (this.#unsynced) fsyncSync(this.#unsynced.nfd);
    this.#unsynced = undefined;
  }

  #sync(stream: Stream): number {
    if (this.#unsynced !== stream) this.#syncNow();
    if (this.#isDeferring && WAL_SEGMENT.test(stream.path)) this.#unsynced = stream;
    else fsyncSync(stream.nfd);
    return 0;
  }

  #syncBefore(operations: Operations, names: readonly string[], isWal: (subject: unknown) => boolean): void {
    for (const name of names) {
      const original = operations[name];
      if (!original) continue;
      operations[name] = (...args) => {
        if (this.#unsynced && (name === 'close' || !isWal(args[0]))) this.#syncNow();
        return original(...args);
      };
    }
  }
}

/** PGlite's start parameters with fsync on; `fdatasync`, PostgreSQL's own choice, is empty in this build. */
export function durableParams(defaults: readonly string[]): string[] {
  return [...defaults.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'];
}

/**
 * Creates a database in `folder` if there is none. PGlite writes a new one file by file, so a process that is killed
 * meanwhile would leave half a database, which never starts: it is created in a temporary folder and renamed.
 *
 * @param create creates and closes a database in the given folder
 */
export async function createIfMissing(
  folder: string,
  create: (folder: string) => Promise<void>,
): Promise<void> {
  finishReplacing(folder);
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  const prefix = `${folder}.new`;
  for (const name of await readdir(parent))
    if (name.startsWith(basename(prefix)))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 10 });
  checkRoomForNew(parent);
  // A name of its own each time: the process that created the one before may go on for a moment after a kill.
  const temporaryFolder = await mkdtemp(`${prefix}-`);
  await create(temporaryFolder);
  await syncTree(temporaryFolder);
  await rename(temporaryFolder, folder);
  await sync(parent);
}

/**
 * Replaces the database in `folder`, which moves to `backupFolder` if it exists. All of them on one disk.
 *
 * @param temporaryFolder a complete database, after `syncTree`
 */
export function replaceDatabase(folder: string, temporaryFolder: string, backupFolder: string): void {
  finishReplacing(folder);
  renameSync(temporaryFolder, successorOf(folder));
  syncFolderNow(dirname(folder));
  if (existsSync(folder)) renameSync(folder, backupFolder);
  finishReplacing(folder);
}

/**
 * Completes a `replaceDatabase` that was killed: does the second rename if the old database has been moved, else removes
 * the new one.
 */
export function finishReplacing(folder: string): void {
  if (existsSync(folder)) rmSync(successorOf(folder), { recursive: true, force: true });
  if (!existsSync(successorOf(folder))) return;
  renameSync(successorOf(folder), folder);
  syncFolderNow(dirname(folder));
}

const successorOf = (folder: string) => `${folder}.restored`;

/** Syncs a folder and everything in it to disk. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  // Many at a time is faster. Not all: a process may open 1024 files.
  while (paths.length > 0) await Promise.all(paths.splice(0, 64).map(sync));
  await sync(folder);
}

/** Syncs a file, or the names in a folder, to disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function syncFolderNow(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
