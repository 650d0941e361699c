import { statfsSync } from 'node:fs';

const megabyte = 1024 * 1024;
/** Bytes by which the write-ahead log grows. PostgreSQL ends where it cannot. */
const segment = 16 * megabyte;
/** Before there is no room for that and the tables' growth, nothing is written any more. */
const reserve = 32 * megabyte;
/** Writes go on when there is more than this again. */
const relief = 48 * megabyte;
/** Bytes of a new database. */
const fresh = 48 * megabyte;
/** Bytes of the write-ahead log that a start after a crash may have to read. */
const log = 32 * megabyte;
/** Milliseconds between two looks. */
const lookAtDisk = 100;
const lookAtLog = 2000;
/** Milliseconds between two clean-ups, and how long nobody may have asked for anything before one. */
const cleanUp = 3_600_000;
const quiet = 5000;

/** PostgreSQL's settings that go with it: segments that are kept for reuse. */
export const upkeepParams = ['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'];

// A setting of the one session that all connections share; it ends with the process.
const held = 'daybook.log_held_until';

/** SQL that keeps the log as it is for so many seconds, for a backup: a checkpoint removes what it has still to copy. */
export const holdLog = (seconds: number): string =>
  `select set_config('${held}', (extract(epoch from now()) + ${seconds})::text, false)`;
export const releaseLog = `select set_config('${held}', '', false)`;

/** Makes a checkpoint if the log has more than so many bytes and nobody holds it. */
const checkpointAfter = (bytes: number) => `do $$ begin
  if pg_wal_lsn_diff(pg_current_wal_insert_lsn(), (select redo_lsn from pg_control_checkpoint())) > ${bytes}
    and coalesce(nullif(current_setting('${held}', true), ''), '0')::float8 < extract(epoch from now()) then
    checkpoint;
  end if;
end $$`;

/** Bytes that are free on the disk of a folder. */
export function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const inMegabytes = (bytes: number) => `${Math.floor(bytes / megabyte)} MB`;

/** Why PostgreSQL cannot work in this folder, if a full disk is the reason. */
export function fullDisk(folder: string): string | undefined {
  const free = freeSpace(folder);
  if (free >= segment) return undefined;
  return `the disk of DATA_DIR ${folder} is full (${inMegabytes(free)} left): make room there, and start again`;
}

/** @throws Error where a new database would find its disk full */
export function hasRoomForNew(folder: string): void {
  const free = freeSpace(folder);
  if (free >= fresh + relief) return;
  const needed = inMegabytes(fresh + relief);
  throw new Error(
    `the disk of DATA_DIR ${folder} has ${inMegabytes(free)} left, and a new database needs ${needed}`,
  );
}

/**
 * What a PostgreSQL server has processes of its own for, which PGlite has not: it never makes a checkpoint while it
 * runs, so that its log would grow for ever, and never removes dead rows nor counts what there is. And it is read-only while its disk is nearly full, since a log that cannot
 * grow ends it.
 */
export class Upkeep {
  readonly #free: () => number;
  readonly #tell: (line: string) => void;
  #isFull = false;
  #diskDue = 0;
  #logDue = performance.now() + lookAtLog;
  #cleanUpDue = performance.now() + cleanUp;
  #asked = performance.now();

  /**
   * @param free bytes on the database's disk
   * @param tell gets one line when writes stop, and one when they go on
   */
  constructor(free: () => number, tell: (line: string) => void) {
    this.#free = free;
    this.#tell = tell;
  }

  /** SQL that has to run before the next statement, outside of any transaction; mostly none. */
  due(): string | undefined {
    const now = performance.now();
    const wasQuiet = now - this.#asked >= quiet;
    this.#asked = now;
    if (now >= this.#diskDue) {
      this.#diskDue = now + lookAtDisk;
      const change = this.#look();
      if (change) return change;
    }
    if (wasQuiet && now >= this.#cleanUpDue && !this.#isFull) {
      this.#cleanUpDue = now + cleanUp;
      return 'vacuum (analyze)';
    }
    if (now < this.#logDue) return undefined;
    this.#logDue = now + lookAtLog;
    return checkpointAfter(log);
  }

  #look(): string | undefined {
    const free = this.#free();
    if (this.#isFull ? free <= relief : free >= reserve) return undefined;
    this.#isFull = !this.#isFull;
    const left = `The disk of DATA_DIR has ${inMegabytes(free)} left`;
    this.#tell(
      this.#isFull
        ? `${left}: nothing is written until there are ${inMegabytes(relief)}; reads go on.`
        : `${left}: writes go on.`,
    );
    // A checkpoint gives back what the log does not need any more.
    return this.#isFull
      ? `set default_transaction_read_only = on; ${checkpointAfter(0)}`
      : 'set default_transaction_read_only = off';
  }
}
