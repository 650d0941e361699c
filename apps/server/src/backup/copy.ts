import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseFailure, isUnavailable } from '@daybook/domain/server';
import postgres from 'postgres';
import {
  connectionToRunning,
  type Embedded,
  EmbeddedInUseError,
  startEmbedded,
} from '../embedded/embedded.ts';
import { holdLog, releaseLog } from '../embedded/upkeep.ts';
import { BackupError } from './error.ts';

/** Milliseconds that a service may take to start or to stop. */
const PATIENCE = 10_000;
/** Seconds for which the log is kept for a backup, which may take no longer. */
const LONGEST = 1800;
const NO_BACKUP_RUNS = '55000';

/**
 * Copies the database of `dataDir` into the folder `to`, from under the service that runs on it, if one does: a base
 * backup of PostgreSQL's (its manual, "Making a Base Backup Using the Low Level API"). Who starts on the copy gets
 * all that was committed when this was called, and whole transactions only.
 *
 * @returns whether a service runs on it
 * @throws BackupError when the service stops meanwhile, EmbeddedInUseError when it does not answer, EmbeddedError
 */
export async function copyDatabase(dataDir: string, to: string): Promise<boolean> {
  const { connection, own } = await reach(dataDir);
  const sql = postgres({ ...connection, max: 1, fetch_types: false, onnotice: () => {} });
  try {
    await baseBackup(sql, join(dataDir, 'pgdata'), to);
    return !own;
  } catch (error) {
    const code = databaseFailure(error)?.code ?? '';
    if (isUnavailable(code) || code === NO_BACKUP_RUNS)
      throw new BackupError('The service stopped or started again meanwhile: try once more.');
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
    await own?.stop();
  }
}

/** To whoever runs the database; if nobody does, this process runs it. */
async function reach(dataDir: string): Promise<{ connection: Embedded['connection']; own?: Embedded }> {
  for (const until = Date.now() + PATIENCE; ; await pause(250)) {
    try {
      const own = await startEmbedded({ dataDir });
      return { connection: own.connection, own };
    } catch (error) {
      if (!(error instanceof EmbeddedInUseError)) throw error;
      const connection = connectionToRunning(dataDir);
      if (await answers(connection)) return { connection };
      if (Date.now() > until) throw error;
    }
  }
}

async function answers(connection: Embedded['connection']): Promise<boolean> {
  const sql = postgres({ ...connection, max: 1, fetch_types: false, connect_timeout: 5 });
  return sql`select 1`
    .then(
      () => true,
      () => false,
    )
    .finally(() => sql.end({ timeout: 1 }));
}

async function baseBackup(sql: postgres.Sql, from: string, to: string): Promise<void> {
  // Left by a backup that was killed: it belongs to the session, which all connections share and which goes on.
  await sql`select pg_backup_stop(false)`.catch(() => {});
  await sql.unsafe(holdLog(LONGEST));
  const [begin] = await sql`select pg_walfile_name(pg_backup_start('daybook', true)) as first`;
  await copyTree(from, to);
  const [end] = await sql`select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)`;
  await writeFile(join(to, 'backup_label'), end?.labelfile, { mode: 0o600 });
  const segments = (await readdir(join(from, WAL))).filter(
    (name) => begin?.first <= name && name <= end?.last,
  );
  if (!segments.includes(begin?.first))
    throw new BackupError('The log of what was written meanwhile is gone: try once more.');
  for (const name of segments) await copyFile(join(from, WAL, name), join(to, WAL, name));
  await sql.unsafe(releaseLog);
}

const WAL = 'pg_wal';
// The process it tells of is not the one that starts on the copy.
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts'];

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory())
      await (entry.name === WAL ? mkdir(target, { mode: 0o700 }) : copyTree(source, target));
    else if (!entry.isFile())
      throw new BackupError(`${source} is neither a file nor a folder: move it in place.`);
    else if (!LEFT_OUT.includes(entry.name)) await copyFile(source, target).catch(unlessGone);
  }
}

// Not with copyfile(2) and its kin, which need the size to stay the same.
function copyFile(from: string, to: string): Promise<void> {
  return pipeline(createReadStream(from), createWriteStream(to, { mode: 0o600 }));
}

/** Tables are dropped while they are copied; the log that is replayed knows of it. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
