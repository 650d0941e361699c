import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedError } from '../errors.ts';
import { dataDirectory } from '../secrets.ts';
import { DiskGuard } from './disk.ts';
import { createIfMissing, finishReplacing, setAside } from './durable.ts';
import { copyEarlier } from './earlier.ts';
import { lockDirectory } from './lock.ts';
import { createCluster, SOCKET, shortPath, startServer } from './postgres.ts';
import { userOf } from './programs.ts';

export { EmbeddedError } from '../errors.ts';
export { EmbeddedInUseError } from './lock.ts';

export type EmbeddedOptions = {
  /** Absolute path; created with mode 0700. */
  dataDir: string;
  /** Called once if the database ends without `stop()`. By default: one line on stderr and exit code 1. */
  onExit?: (error: EmbeddedError) => void;
  /** Called with a line for the operator, such as that the disk is full. By default: printed on stderr. */
  onNotice?: (line: string) => void;
};

export type Embedded = {
  /** To spread into the options of postgres.js. */
  connection: { path: string; database: 'postgres'; user: 'postgres'; ssl: false };
  /** The folder of the socket: `psql -h <directory> -U postgres`. */
  directory: string;
  /** Shuts the database down, then unlocks the folder. May be called twice. */
  stop(): Promise<void>;
};

/** Where the database is in a data directory. */
export const databaseFolder = (dataDir: string): string => join(dataDir, 'postgresql');

/** Where Daybook 2.0 and earlier had it, in another format. */
export const earlierFolder = (dataDir: string): string => join(dataDir, 'pgdata');

export const hasDatabase = (dataDir: string): boolean =>
  [databaseFolder, earlierFolder].some((folder) => existsSync(folder(dataDir)));

/**
 * Starts PostgreSQL, as processes of its own that end with this one, behind a Unix socket in a folder that is its owner's alone.
 *
 * @throws {EmbeddedInUseError} if another process runs on `dataDir`
 * @throws {EmbeddedError} if the database does not start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, onExit = exitProcess, onNotice = printLine } = options;
  const lock = await lockDirectory(dataDirectory(dataDir));
  const folder = databaseFolder(dataDir);
  const connection = connectionTo(folder);
  let stopServer: (() => Promise<void>) | undefined;
  let guard: DiskGuard | undefined;
  const stop = async () => {
    await guard?.stop();
    await stopServer?.();
    lock.release();
  };
  try {
    const user = userOf(dataDir);
    finishReplacing(earlierFolder(dataDir));
    await createIfMissing(folder, (newFolder) => create(newFolder, dataDir, onNotice));
    if (existsSync(earlierFolder(dataDir)))
      onNotice(
        `The database is now in ${folder}. That of earlier versions is ${setAside(earlierFolder(dataDir))}: remove it when it is no longer needed.`,
      );
    stopServer = await startServer(user, folder, onExit);
    guard = new DiskGuard(folder, connection, onNotice);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection, directory: folder, stop };
}

async function create(newFolder: string, dataDir: string, onNotice: (line: string) => void): Promise<void> {
  const user = userOf(dataDir);
  await createCluster(user, newFolder);
  const earlier = earlierFolder(dataDir);
  if (!existsSync(earlier)) return;
  onNotice(`The database in ${earlier} is copied into the format of this version …`);
  const stopServer = await startServer(user, newFolder, () => {});
  await copyEarlier(earlier, connectionTo(newFolder)).finally(stopServer);
}

/** To the database that another process runs on `dataDir`; refused while that one starts or stops. */
export const connectionToRunning = (dataDir: string): Embedded['connection'] =>
  connectionTo(databaseFolder(dataDir));

const connectionTo = (folder: string): Embedded['connection'] => ({
  path: shortPath(join(folder, SOCKET)),
  database: 'postgres',
  user: 'postgres',
  ssl: false,
});

function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

function exitProcess(error: EmbeddedError): void {
  printLine(error.message);
  process.exit(1);
}
