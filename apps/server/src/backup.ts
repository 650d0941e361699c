import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, openSync, renameSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { constants as osConstants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { check, pack } from './backup/archive.ts';
import { empty, perform } from './backup/command.ts';
import { copyDatabase } from './backup/copy.ts';
import { BackupError } from './backup/error.ts';
import { describe, inspect, unpackWhole } from './backup/inspect.ts';
import { sync } from './embedded/durable.ts';
import { EmbeddedInUseError } from './embedded/embedded.ts';
import { type Lock, lockDirectory } from './embedded/lock.ts';
import type { Env } from './env.ts';
import { dataDirectory } from './secrets.ts';

// Whom the service serves goes first.
setPriority(osConstants.priority.PRIORITY_LOW);
// npm run backup -- FILE: the embedded database, whether the service runs or not, as one file that was tried out.
await perform({
  usage: 'Name one new file: npm run backup -- /elsewhere/daybook.tar.gz',
  onServer:
    'DATABASE_URL is set, so PostgreSQL makes the backup: pg_dump --format=custom --file=FILE "$DATABASE_URL"',
  mayReplace: false,
  run: backup,
});

async function backup({ dataDir }: Env, file: string, stopping: AbortSignal): Promise<string> {
  checkPlaces(dataDir, file);
  const workshop = join(dataDir, 'backup');
  const lock = await lockWorkshop(workshop);
  const draft = join(workshop, 'copy');
  const part = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    await empty(draft);
    const begin = new Date();
    const serves = await copyDatabase(dataDir, join(draft, 'pgdata'));
    stopping.throwIfAborted();
    const contents = await inspect(draft);
    stopping.throwIfAborted();
    await pack(draft, contents, begin, part);
    stopping.throwIfAborted();
    await empty(draft);
    await unpackWhole(part, await check(part), draft);
    stopping.throwIfAborted();
    await publish(part, file);
    const what = `${(statSync(file).size / 1e6).toFixed(1)} MB, made while the service ${serves ? 'ran' : 'was stopped'}`;
    return `${file} is a backup of ${dataDir} (${what}, and tried out)\n${describe(contents)}`;
  } finally {
    await rm(part, { force: true });
    await rm(draft, { recursive: true, force: true });
    lock.release();
  }
}

function checkPlaces(dataDir: string, file: string): void {
  if (!existsSync(join(dataDir, 'pgdata')))
    throw new BackupError(`There is no database in ${dataDir}: set DATA_DIR to the folder of the service.`);
  if (existsSync(file)) throw thereAlready(file);
  try {
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new BackupError(`${dirname(file)} cannot be written (${reason}): name a file in another folder.`);
  }
}

function thereAlready(file: string): BackupError {
  return new BackupError(`${file} is there already: name another file.`);
}

/** One backup at a time; what a killed one left is the next one's to remove. */
async function lockWorkshop(folder: string): Promise<Lock> {
  try {
    return await lockDirectory(dataDirectory(folder));
  } catch (error) {
    if (!(error instanceof EmbeddedInUseError)) throw error;
    throw new BackupError(`Another backup of ${dirname(folder)} is being made: wait until it is done.`);
  }
}

/** Gives the file its name, which nobody else may have taken meanwhile. */
async function publish(part: string, file: string): Promise<void> {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw thereAlready(file);
    throw error;
  }
  renameSync(part, file);
  await sync(dirname(file));
}
