import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataDirectory } from '../secrets.ts';
import { lockDirectory } from './lock.ts';
import { DatabaseThread, type EmbeddedError } from './thread.ts';
import type { WorkerInput } from './worker.ts';

export { EmbeddedInUseError } from './lock.ts';
export { EmbeddedError } from './thread.ts';

/** In a folder on disk; or, without `dataDir`, in memory, empty or from a dump. */
export type EmbeddedOptions = {
  /** Absolute path; created with mode 0700. */
  dataDir?: string;
  /** The `dump()` of another one. In memory only. */
  load?: Blob | Uint8Array<ArrayBuffer>;
  /** Called once if the database ends without `stop()`. By default: one line on stderr and exit code 1. */
  onExit?: (error: EmbeddedError) => void;
  /** Called with a line for the operator: the disk is full, or has room again. By default: printed on stderr. */
  onNotice?: (line: string) => void;
};

export type Embedded = {
  /** To spread into the options of postgres.js. */
  connection: {
    path: string;
    database: 'postgres';
    user: 'postgres';
    ssl: false;
    max_lifetime: null;
  };
  /** The folder of the socket: `psql -h <directory> -U postgres`. */
  directory: string;
  /** The whole database, for `load`. Nothing may be written meanwhile. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  /** Closes the connections, the database and its thread, then unlocks the folder. May be called twice. */
  stop(): Promise<void>;
};

const SOCKET = '.s.PGSQL.5432';
/** Holds the folder of the socket, if that is not the data directory. */
const SOCKET_FOLDER_FILE = 'socket-folder';
/** The kernel's limit for the path of a Unix socket (sun_path without its NUL). */
const MAX_SOCKET_PATH = 107;

let prepared: DatabaseThread | undefined;

/** Loads the code of the database, in its thread, while the caller loads the rest: for the next `startEmbedded`. */
export function prepareEmbedded(): void {
  prepared = new DatabaseThread();
}

/**
 * Starts PGlite in a worker thread, so that a slow query does not block the server, behind a Unix socket in a folder of
 * mode 0700, so that postgres.js is the only driver.
 *
 * @throws {EmbeddedInUseError} if another process runs on `dataDir`
 * @throws {EmbeddedError} if the database does not start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, onExit = exitProcess, onNotice = printError } = options;
  const lock = dataDir ? await lockDirectory(dataDirectory(dataDir)) : undefined;
  const directory = socketDirectory(dataDir);
  const socket = join(directory, SOCKET);
  // Left by a process that was killed; since this one has the lock, nobody listens on it.
  rmSync(socket, { force: true });
  const thread = prepared ?? new DatabaseThread();
  prepared = undefined;
  const stop = async () => {
    await thread.stop();
    rmSync(directory === dataDir ? socket : directory, { recursive: true, force: true });
    if (dataDir) rmSync(join(dataDir, SOCKET_FOLDER_FILE), { force: true });
    lock?.release();
  };
  try {
    await thread.open(workerInput(socket, options), onExit, onNotice);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection: connectionTo(socket), directory, dump: () => thread.dump(), stop };
}

/** To the database that another process runs on `dataDir`; refused while that one starts or stops. */
export function connectionToRunning(dataDir: string): Embedded['connection'] {
  const file = join(dataDir, SOCKET_FOLDER_FILE);
  const directory = existsSync(file) ? readFileSync(file, 'utf8') : dataDir;
  return connectionTo(join(directory, SOCKET));
}

function workerInput(socket: string, { dataDir, load }: EmbeddedOptions): WorkerInput {
  if (dataDir) return { socket, folder: join(dataDir, 'pgdata') };
  if (!load) return { socket };
  return { socket, load: load instanceof Blob ? load : new Blob([load]) };
}

function socketDirectory(dataDir: string | undefined): string {
  if (dataDir) rmSync(join(dataDir, SOCKET_FOLDER_FILE), { force: true });
  if (dataDir && Buffer.byteLength(join(dataDir, SOCKET)) <= MAX_SOCKET_PATH) return dataDir;
  const base = Buffer.byteLength(tmpdir()) <= 70 ? tmpdir() : '/tmp';
  const directory = mkdtempSync(join(base, 'daybook-'));
  if (dataDir) writeFileSync(join(dataDir, SOCKET_FOLDER_FILE), directory, { mode: 0o600 });
  return directory;
}

// A connection that is replaced leaves its prepared statements in the one session that all connections share, so none
// has a maximum lifetime.
function connectionTo(path: string): Embedded['connection'] {
  return { path, database: 'postgres', user: 'postgres', ssl: false, max_lifetime: null };
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

function exitProcess(error: EmbeddedError): void {
  printError(error.message);
  process.exit(1);
}
