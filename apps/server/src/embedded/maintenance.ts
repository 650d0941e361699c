import { statfsSync } from 'node:fs';
import type { PreservedSettings, Work } from './session.ts';

const megabyte = 1024 * 1024;
/** The write-ahead log (WAL) grows by this much. PostgreSQL ends where it cannot. */
const walSegmentBytes = 16 * megabyte;
/** Writes stop below this, while there is still room for a segment and for the tables to grow. */
const stopWritesBytes = 32 * megabyte;
/** Writes go on above this. */
const resumeWritesBytes = 48 * megabyte;
const newDatabaseBytes = 48 * megabyte;
/** How much of the WAL a start after a crash may have to read. */
const maxWalBytes = 32 * megabyte;
const diskIntervalMs = 100;
const walIntervalMs = 2000;
/** Between two vacuums, and how long there must have been no statement before one. */
const vacuumIntervalMs = 3_600_000;
const idleMs = 5000;

/** Start parameters: WAL segments that are kept for reuse. */
export const maintenanceParams = ['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'];

// A setting of the one session that all connections share: it lasts until the process ends.
const holdSetting = 'daybook.log_held_until';

/** SQL that prevents checkpoints for so many seconds, for a backup: they remove WAL that it has still to copy. */
export const holdWal = (seconds: number): string =>
  `select set_config('${holdSetting}', (extract(epoch from now()) + ${seconds})::text, false)`;
export const releaseWal = `select set_config('${holdSetting}', '', false)`;

const readOnly = 'default_transaction_read_only';
const refuseWrites = `set ${readOnly} = on`;

/** SQL of a checkpoint if the WAL has more than so many bytes and no backup holds it. */
const checkpointAfter = (bytes: number) => `do $$ begin
  if pg_wal_lsn_diff(pg_current_wal_insert_lsn(), (select redo_lsn from pg_control_checkpoint())) > ${bytes}
    and coalesce(nullif(current_setting('${holdSetting}', true), ''), '0')::float8 < extract(epoch from now()) then
    checkpoint;
  end if;
end $$`;

/** @returns bytes that are free on the disk of a folder */
export function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const inMegabytes = (bytes: number) => `${Math.floor(bytes / megabyte)} MB`;

/** @returns the message of a full disk, if PostgreSQL cannot work in this folder because of that */
export function fullDiskError(folder: string): string | undefined {
  const free = freeSpace(folder);
  if (free >= walSegmentBytes) return undefined;
  return `the disk of DATA_DIR ${folder} is full (${inMegabytes(free)} left): make room there, and start again`;
}

/** @throws Error if the disk has no room for a new database */
export function checkRoomForNew(folder: string): void {
  const free = freeSpace(folder);
  if (free >= newDatabaseBytes + resumeWritesBytes) return;
  const needed = inMegabytes(newDatabaseBytes + resumeWritesBytes);
  throw new Error(
    `the disk of DATA_DIR ${folder} has ${inMegabytes(free)} left, and a new database needs ${needed}`,
  );
}

/**
 * What PostgreSQL has background processes for, and PGlite does not: checkpoints, without which the WAL grows for ever,
 * and vacuum. It also makes the database read-only while its disk is nearly full: PostgreSQL ends when the WAL cannot grow.
 */
export class Maintenance {
  readonly #freeBytes: () => number;
  readonly #onNotice: (line: string) => void;
  #isFull = false;
  #diskDueAt = 0;
  #walDueAt = performance.now() + walIntervalMs;
  #vacuumDueAt = performance.now() + vacuumIntervalMs;
  #lastStatementAt = performance.now();

  /**
   * @param free returns the free bytes on the database's disk
   * @param onNotice called with one line when writes stop, and one when they go on
   */
  constructor(free: () => number, onNotice: (line: string) => void) {
    this.#freeBytes = free;
    this.#onNotice = onNotice;
  }

  /** What is to be done before the next statement, outside of any transaction; mostly nothing. */
  next(): Work | undefined {
    const now = performance.now();
    const wasIdle = now - this.#lastStatementAt >= idleMs;
    this.#lastStatementAt = now;
    if (now >= this.#diskDueAt) {
      this.#diskDueAt = now + diskIntervalMs;
      const work = this.#checkDisk();
      if (work) return work;
    }
    if (wasIdle && now >= this.#vacuumDueAt && !this.#isFull) {
      this.#vacuumDueAt = now + vacuumIntervalMs;
      return (run) => run('vacuum (analyze)');
    }
    if (now < this.#walDueAt) return undefined;
    this.#walDueAt = now + walIntervalMs;
    return (run) => run(checkpointAfter(maxWalBytes));
  }

  /** The settings that stay when those of a connection are reset. */
  preservedSettings(): PreservedSettings {
    const refusal = this.#isFull ? `; ${refuseWrites}` : '';
    return {
      sql: `select format('select set_config(%L, %L, false)', '${holdSetting}', current_setting('${holdSetting}', true)) || '${refusal}'`,
      except: this.#isFull ? readOnly : '',
    };
  }

  /** While it is full the setting is made again at each look: nothing else may have the last word on it. */
  #checkDisk(): Work | undefined {
    const free = this.#freeBytes();
    const isFull = this.#isFull ? free <= resumeWritesBytes : free < stopWritesBytes;
    if (!isFull && !this.#isFull) return undefined;
    return async (run) => {
      // Each by itself: one that fails undoes what was sent with it. A checkpoint does on a full disk.
      await run(isFull ? refuseWrites : `reset ${readOnly}`);
      const isReadOnly = (await run(`show ${readOnly}`)) === 'on';
      if (isReadOnly !== isFull || isFull === this.#isFull) return;
      this.#isFull = isFull;
      const left = `The disk of DATA_DIR has ${inMegabytes(free)} left`;
      this.#onNotice(
        isFull
          ? `${left}: nothing is written until there are ${inMegabytes(resumeWritesBytes)}; reads go on.`
          : `${left}: writes go on.`,
      );
      // It frees the WAL that is not needed any more.
      if (isFull) await run(checkpointAfter(0));
    };
  }
}
