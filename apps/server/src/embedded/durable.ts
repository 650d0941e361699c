import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { hasRoomForNew } from './upkeep.ts';

type Stream = { nfd: number };
type Mount = { stream_ops: { fsync?: (stream: Stream) => number } };

/**
 * PGlite's folder on disk, with fsync. As it comes, PGlite runs with `-F` and its file system has no fsync at all:
 * a commit survives the death of the process but not that of the machine.
 */
export class DurableFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args);
    emscriptenOpts.preRun?.push((module) => {
      const { NODEFS } = module.FS.filesystems as unknown as { NODEFS: Mount };
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
 * Makes a database in `folder` if there is none. PGlite writes a new one file by file, so that a process that is
 * killed meanwhile leaves half a database that never starts again: make it aside and move it in as a whole.
 *
 * @param create makes and closes a database in the folder it is given
 */
export async function createOnce(folder: string, create: (folder: string) => Promise<void>): Promise<void> {
  finishReplacing(folder);
  if (existsSync(folder)) return;
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  hasRoomForNew(dirname(folder));
  await mkdir(draft, { mode: 0o700 });
  await create(draft);
  await syncTree(draft);
  await rename(draft, folder);
  await sync(dirname(folder));
}

/**
 * Puts a database in the place of `folder`, which moves to `aside` if it is there. All of them on one disk.
 *
 * @param draft a whole database, as `syncTree` leaves it
 */
export function replace(folder: string, draft: string, aside: string): void {
  finishReplacing(folder);
  renameSync(draft, successor(folder));
  syncNow(dirname(folder));
  if (existsSync(folder)) renameSync(folder, aside);
  finishReplacing(folder);
}

/**
 * What a `replace` that was killed left to do: the second rename where the old database is already aside, else
 * nothing of it stays.
 */
export function finishReplacing(folder: string): void {
  if (existsSync(folder)) rmSync(successor(folder), { recursive: true, force: true });
  if (!existsSync(successor(folder))) return;
  renameSync(successor(folder), folder);
  syncNow(dirname(folder));
}

const successor = (folder: string) => `${folder}.restored`;

/** Everything below a folder, and the folder itself, reaches the disk. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  // Many at a time: the disk then serves them together. Not all: a process may open 1024 files.
  while (paths.length > 0) await Promise.all(paths.splice(0, 64).map(sync));
  await sync(folder);
}

/** A file, or the names in a folder, reach the disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function syncNow(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
