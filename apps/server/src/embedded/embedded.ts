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
  /** Absolute path; made with mode 0700. */
  dataDir?: string;
  /** What `dump()` of another one gave. In memory only. */
  load?: Blob | Uint8Array<ArrayBuffer>;
  /** Called once if the database ends without `stop()`. By default: one line on stderr and exit code 1. */
  onExit?: (error: EmbeddedError) => void;
  /** Called with a line for the operator: the disk is full, or has room again. By default: on stderr. */
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
  /** All of the database, for `load`. To be taken while nobody writes. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  /** Closes the connections, the database and its thread, then lets the folder go. May be called twice. */
  stop(): Promise<void>;
};

const SOCKET = '.s.PGSQL.5432';
/** Says where the socket is, if it is not in the data directory. */
const ELSEWHERE = 'socket-folder';
/** What the kernel takes for the path of a Unix socket (sun_path without its NUL). */
const MAX_SOCKET_PATH = 107;

/**
 * Starts PGlite in a thread of its own, so that a slow query does not stop the server, behind a Unix socket in a
 * folder of mode 0700, so that postgres.js is the one driver.
 *
 * @throws {EmbeddedInUseError} if another process runs on `dataDir`
 * @throws {EmbeddedError} if the database does not start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, onExit = exitProcess, onNotice = say } = options;
  const lock = dataDir ? await lockDirectory(dataDirectory(dataDir)) : undefined;
  const directory = socketDirectory(dataDir);
  const socket = join(directory, SOCKET);
  // Left by a process that was killed; the lock says that nobody listens on it any more.
  rmSync(socket, { force: true });
  const thread = new DatabaseThread(workerInput(socket, options), onExit, onNotice);
  const stop = async () => {
    await thread.stop();
    rmSync(directory === dataDir ? socket : directory, { recursive: true, force: true });
    if (dataDir) rmSync(join(dataDir, ELSEWHERE), { force: true });
    lock?.release();
  };
  try {
    await thread.ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection: connectionTo(socket), directory, dump: () => thread.dump(), stop };
}

/** To the database that another process runs on `dataDir`; while that one starts or stops nobody listens there. */
export function connectionToRunning(dataDir: string): Embedded['connection'] {
  const elsewhere = join(dataDir, ELSEWHERE);
  const directory = existsSync(elsewhere) ? readFileSync(elsewhere, 'utf8') : dataDir;
  return connectionTo(join(directory, SOCKET));
}

function workerInput(socket: string, { dataDir, load }: EmbeddedOptions): WorkerInput {
  if (dataDir) return { socket, folder: join(dataDir, 'pgdata') };
  if (!load) return { socket };
  return { socket, load: load instanceof Blob ? load : new Blob([load]) };
}

function socketDirectory(dataDir: string | undefined): string {
  if (dataDir) rmSync(join(dataDir, ELSEWHERE), { force: true });
  if (dataDir && Buffer.byteLength(join(dataDir, SOCKET)) <= MAX_SOCKET_PATH) return dataDir;
  const base = Buffer.byteLength(tmpdir()) <= 70 ? tmpdir() : '/tmp';
  const directory = mkdtempSync(join(base, 'daybook-'));
  if (dataDir) writeFileSync(join(dataDir, ELSEWHERE), directory, { mode: 0o600 });
  return directory;
}

// A connection that is renewed leaves its prepared statements in the one session that all connections share, so
// none is renewed for its age.
function connectionTo(path: string): Embedded['connection'] {
  return { path, database: 'postgres', user: 'postgres', ssl: false, max_lifetime: null };
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function exitProcess(error: EmbeddedError): void {
  say(error.message);
  process.exit(1);
}
