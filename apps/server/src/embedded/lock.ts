import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/** Another process uses the same data directory: two at once would destroy the data. */
export class EmbeddedInUseError extends Error {
  override name = 'EmbeddedInUseError';

  constructor(dataDir: string, pid: string | undefined) {
    const who = pid ? `another Daybook (pid ${pid})` : 'another Daybook';
    super(`${dataDir} is in use by ${who}; stop it or set DATA_DIR to another folder`);
  }
}

/** Held until `release()` or the end of the process, also by kill -9. */
export type Lock = { release(): void };

const ATTEMPTS = 12;
const SQLITE_BUSY = 5;

/**
 * Takes the data directory for this process alone.
 *
 * The lock is the operating system's, on the file `lock`, through SQLite since Node has no call for it: it ends
 * with the process, so nothing stale is left by kill -9. The file itself stays; removing it would let two
 * processes lock two files of one name.
 *
 * @throws {EmbeddedInUseError} if another process, or this one, holds it
 */
export async function lockDirectory(dataDir: string): Promise<Lock> {
  const pidFile = join(dataDir, 'lock.pid');
  for (let attempt = 1; ; attempt++) {
    const database = tryLock(join(dataDir, 'lock'));
    if (database) {
      writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
      return toLock(database, pidFile);
    }
    if (attempt === ATTEMPTS) throw new EmbeddedInUseError(dataDir, readPid(pidFile));
    // Processes that start together can block each other: random delays let one through.
    await wait(5 + Math.random() * 25);
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

// So that no lock is lost to the garbage collector, which would release it.
const heldDatabases = new Set<DatabaseSync>();

function toLock(database: DatabaseSync, pidFile: string): Lock {
  heldDatabases.add(database);
  return {
    release() {
      if (!heldDatabases.delete(database)) return;
      rmSync(pidFile, { force: true });
      database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === SQLITE_BUSY;
}

function readPid(pidFile: string): string | undefined {
  try {
    return /^\d+$/.exec(readFileSync(pidFile, 'utf8').trim())?.[0];
  } catch {
    return undefined;
  }
}
