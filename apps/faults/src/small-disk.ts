import { execFileSync } from 'node:child_process';
import { chownSync, closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { postgresUser } from './machine.ts';
import { NotRun, type RigContext } from './rig.ts';
import { temporaryFolder } from './server.ts';

const megabyte = 1024 * 1024;

/** The folder of a disk of this size, which belongs to the user that PostgreSQL runs as. @throws NotRun where nothing may be mounted */
export function smallDisk(context: RigContext, megabytes: number): string {
  const folder = temporaryFolder(context);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder], { stdio: 'pipe' });
  } catch {
    throw new NotRun('a small disk cannot be mounted: that takes root');
  }
  // Lazily: a server that was killed may take a moment to end.
  context.defer(() => execFileSync('umount', ['--lazy', folder]));
  const { uid, gid } = postgresUser();
  chownSync(folder, uid, gid);
  return folder;
}

/** Fills it with a file, or makes that longer, until so much is left. @returns removes the file */
export function fillUp(folder: string, megabytesLeft: number): () => void {
  const path = join(folder, 'filling');
  const file = openSync(path, 'a');
  const chunk = Buffer.alloc(64 * 1024);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize <= megabytesLeft * megabyte) break;
      writeSync(file, chunk);
    }
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}
