import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, openSync, renameSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { constants as osConstants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import {
  fingerprint,
  formatContents,
  formatNeeded,
  inspect,
  pack,
  unpackAndInspect,
  verify,
} from './backup/archive.ts';
import { copyDatabase } from './backup/copy.ts';
import { emptyFolder, runFileCommand } from './command.ts';
import { sync } from './embedded/durable.ts';
import { databaseFolder, EmbeddedInUseError, hasDatabase } from './embedded/embedded.ts';
import { type Lock, lockDirectory } from './embedded/lock.ts';
import type { Env } from './env.ts';
import { BackupError } from './errors.ts';
import { dataDirectory } from './secrets.ts';

// The service has priority.
setPriority(osConstants.priority.PRIORITY_LOW);
// npm run backup -- FILE: the embedded database, whether the service runs or not, as one file that has been verified.
await runFileCommand({
  usage: 'Name one new file: npm run backup -- /elsewhere/daybook.tar.gz',
  postgresHint:
    'DATABASE_URL is set, so PostgreSQL makes the backup: pg_dump --format=custom --file=FILE "$DATABASE_URL"',
  hasReplaceOption: false,
  run: backup,
});

async function backup(env: Env, file: string, signal: AbortSignal): Promise<string> {
  const { dataDir } = env;
  checkPaths(dataDir, file);
  const workFolder = join(dataDir, 'backup');
  const lock = await lockWorkFolder(workFolder);
  const copyFolder = join(workFolder, 'copy');
  const temporaryFile = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    await emptyFolder(copyFolder);
    const madeAt = new Date();
    const isRunning = await copyDatabase(dataDir, databaseFolder(copyFolder));
    signal.throwIfAborted();
    const contents = await inspect(copyFolder);
    signal.throwIfAborted();
    const secret = fingerprint(env);
    await pack(copyFolder, { ...contents, madeAt, secret }, temporaryFile);
    signal.throwIfAborted();
    await emptyFolder(copyFolder);
    await unpackAndInspect(temporaryFile, await verify(temporaryFile), copyFolder);
    signal.throwIfAborted();
    await moveIntoPlace(temporaryFile, file);
    const details = `${(statSync(file).size / 1e6).toFixed(1)} MB, made while the service ${isRunning ? 'ran' : 'was stopped'}`;
    return `${file} is a backup of ${dataDir} (${details}, verified)\n${formatContents(contents)}\n${formatNeeded(secret)}`;
  } finally {
    await rm(temporaryFile, { force: true });
    await rm(copyFolder, { recursive: true, force: true });
    lock.release();
  }
}

function checkPaths(dataDir: string, file: string): void {
  if (!hasDatabase(dataDir))
    throw new BackupError(`There is no database in ${dataDir}: set DATA_DIR to the folder of the service.`);
  if (existsSync(file)) throw fileExistsError(file);
  try {
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new BackupError(`${dirname(file)} cannot be written (${reason}): name a file in another folder.`);
  }
}

function fileExistsError(file: string): BackupError {
  return new BackupError(`${file} exists already: name another file.`);
}

/** One backup at a time. What a killed one has left is removed by the next one. */
async function lockWorkFolder(folder: string): Promise<Lock> {
  try {
    return await lockDirectory(dataDirectory(folder));
  } catch (error) {
    if (!(error instanceof EmbeddedInUseError)) throw error;
    throw new BackupError(`Another backup of ${dirname(folder)} is running: wait until it is done.`);
  }
}

/** Renames the file, unless another process has created one of this name meanwhile. */
async function moveIntoPlace(temporaryFile: string, file: string): Promise<void> {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw fileExistsError(file);
    throw error;
  }
  renameSync(temporaryFile, file);
  await sync(dirname(file));
}
