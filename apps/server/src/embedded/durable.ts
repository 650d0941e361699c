import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { checkRoomForNew } from './maintenance.ts';

type FileSystem = { stream_ops: { fsync(stream: { nfd: number }): number } };

/**
 * PGlite's folder on disk, with fsync. By default PGlite runs with `-F` and its file system has no fsync: a commit
 * survives a crash of the process but not of the machine.
 */
export class DurableFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args);
    emscriptenOpts.preRun?.push((module) => {
      const { NODEFS } = module.FS.filesystems as unknown as { NODEFS: FileSystem };
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        fsyncSync(nfd);
        return 0;
      };
    });
    return { emscriptenOpts };
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
