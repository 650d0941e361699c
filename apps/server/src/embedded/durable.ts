import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkRoomForNew } from './disk.ts';

/**
 * Creates a database in `folder` if there is none: in a temporary folder that is then renamed, since a process that is
 * killed meanwhile would leave half of one.
 *
 * @param create creates a database in the given folder, which is empty
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
 * Replaces the database in `folder`, which is renamed if it exists.
 *
 * @param temporaryFolder a complete database on the same disk, after `syncTree`
 * @returns the new path of the one that was there
 */
export function replaceDatabase(folder: string, temporaryFolder: string): string | undefined {
  finishReplacing(folder);
  renameSync(temporaryFolder, successorOf(folder));
  syncFolderNow(dirname(folder));
  const replaced = existsSync(folder) ? setAside(folder) : undefined;
  finishReplacing(folder);
  return replaced;
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

/** Renames a folder, so that nothing uses it. @returns its new path */
export function setAside(folder: string): string {
  const path = `${folder}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(folder, path);
  syncFolderNow(dirname(folder));
  return path;
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
