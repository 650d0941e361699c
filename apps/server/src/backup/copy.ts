import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseFailure, isUnavailable } from '@daybook/domain/server';
import postgres from 'postgres';
import {
  connectionToRunning,
  databaseFolder,
  type Embedded,
  EmbeddedInUseError,
  startEmbedded,
} from '../embedded/embedded.ts';
import { SOCKET } from '../embedded/postgres.ts';
import { BackupError } from '../errors.ts';

/** How long a service may take to start or to stop. */
const SERVICE_TIMEOUT_MS = 10_000;
const NO_BACKUP_IN_PROGRESS = '55000';

/**
 * Copies the database of `dataDir` into the folder `to`, also while the service runs: a base backup (PostgreSQL's manual,
 * "Making a Base Backup Using the Low Level API"). The copy has everything that was committed before the call, and complete
 * transactions only.
 *
 * @returns whether a service runs
 * @throws BackupError when the service stops meanwhile, EmbeddedInUseError when it does not answer, EmbeddedError
 */
export async function copyDatabase(dataDir: string, to: string): Promise<boolean> {
  const { connection, own } = await connect(dataDir);
  const sql = postgres({ ...connection, max: 1, fetch_types: false, onnotice: () => {} });
  try {
    await baseBackup(sql, databaseFolder(dataDir), to);
    return !own;
  } catch (error) {
    const code = databaseFailure(error)?.code ?? '';
    if (isUnavailable(code) || code === NO_BACKUP_IN_PROGRESS)
      throw new BackupError('The service stopped or restarted meanwhile: try again.');
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
    await own?.stop();
  }
}

/** Connects to the running service; if there is none, starts the database in this process. */
async function connect(dataDir: string): Promise<{ connection: Embedded['connection']; own?: Embedded }> {
  for (const deadline = Date.now() + SERVICE_TIMEOUT_MS; ; await wait(250)) {
    try {
      const own = await startEmbedded({ dataDir });
      return { connection: own.connection, own };
    } catch (error) {
      if (!(error instanceof EmbeddedInUseError)) throw error;
      const connection = connectionToRunning(dataDir);
      if (await isReachable(connection)) return { connection };
      if (Date.now() > deadline) throw error;
    }
  }
}

async function isReachable(connection: Embedded['connection']): Promise<boolean> {
  const sql = postgres({ ...connection, max: 1, fetch_types: false, connect_timeout: 5 });
  return sql`select 1`
    .then(
      () => true,
      () => false,
    )
    .finally(() => sql.end({ timeout: 1 }));
}

async function baseBackup(sql: postgres.Sql, from: string, to: string): Promise<void> {
  // A temporary one, which ends with this connection: the WAL is kept until then.
  await sql`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`;
  const [begin] = await sql`select pg_walfile_name(pg_backup_start('daybook', true)) as first`;
  await copyTree(from, to);
  const [end] = await sql`select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)`;
  await writeFile(join(to, 'backup_label'), end?.labelfile, { mode: 0o600 });
  const segments = (await readdir(join(from, WAL_FOLDER))).filter(
    (name) => begin?.first <= name && name <= end?.last,
  );
  if (!segments.includes(begin?.first))
    throw new BackupError('The WAL of what was written meanwhile has been removed: try again.');
  for (const name of segments) await copyFile(join(from, WAL_FOLDER, name), join(to, WAL_FOLDER, name));
}

const WAL_FOLDER = 'pg_wal';
/** Of these the folder alone. */
const EMPTY = [WAL_FOLDER, 'pg_replslot'];
// They describe a process that does not use the copy.
const EXCLUDED = ['postmaster.pid', 'postmaster.opts', SOCKET, `${SOCKET}.lock`];

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (EXCLUDED.includes(entry.name)) continue;
    if (entry.isDirectory())
      await (EMPTY.includes(entry.name) ? mkdir(target, { mode: 0o700 }) : copyTree(source, target));
    else if (!entry.isFile())
      throw new BackupError(`${source} is neither a file nor a folder: replace it with one.`);
    else await copyFile(source, target).catch(ignoreMissing);
  }
}

// Not with copyfile(2) and the like, which need the size to stay the same.
function copyFile(from: string, to: string): Promise<void> {
  return pipeline(createReadStream(from), createWriteStream(to, { mode: 0o600 }));
}

/** A table may be dropped while it is copied; the WAL contains that. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
