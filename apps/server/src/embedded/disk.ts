import { readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';

const megabyte = 1024 * 1024;
/** The write-ahead log (WAL) grows by this much. PostgreSQL ends where it cannot. */
const walSegmentBytes = 16 * megabyte;
/** Writes stop below this, while there is still room for a segment and for the tables to grow. */
const stopWritesBytes = 32 * megabyte;
/** Writes go on above this. */
const resumeWritesBytes = 48 * megabyte;
const newDatabaseBytes = 48 * megabyte;
const intervalMs = 100;
const readOnly = 'default_transaction_read_only';

/** @returns bytes that are free on the disk of a folder */
function freeSpace(folder: string): number {
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

/** Makes the database read-only while its disk is nearly full: PostgreSQL ends when the WAL cannot grow. */
export class DiskGuard {
  readonly #connection: postgres.Options<Record<string, postgres.PostgresType>>;
  readonly #freeBytes: () => number;
  readonly #onNotice: (line: string) => void;
  readonly #timer: NodeJS.Timeout;
  #isFull: boolean;
  #checking: Promise<void> | undefined;

  /**
   * @param folder of the database
   * @param onNotice called with one line when writes stop, and one when they go on
   */
  constructor(
    folder: string,
    connection: postgres.Options<Record<string, postgres.PostgresType>>,
    onNotice: (line: string) => void,
    freeBytes = () => freeSpace(folder),
  ) {
    this.#connection = connection;
    this.#freeBytes = freeBytes;
    this.#onNotice = onNotice;
    // From before the last start.
    this.#isFull = readFileSync(join(folder, 'postgresql.auto.conf'), 'utf8').includes(readOnly);
    this.#timer = setInterval(() => this.check(), intervalMs).unref();
  }

  /** Looks at the disk, and stops writes or lets them go on. What fails is tried again at the next look. */
  check(): Promise<void> {
    this.#checking ??= this.#look()
      .catch(() => {})
      .finally(() => {
        this.#checking = undefined;
      });
    return this.#checking;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  async #look(): Promise<void> {
    const free = this.#freeBytes();
    const isFull = this.#isFull ? free <= resumeWritesBytes : free < stopWritesBytes;
    if (isFull !== this.#isFull) await this.#change(isFull, free);
  }

  async #change(isFull: boolean, free: number): Promise<void> {
    const sql = postgres({ ...this.#connection, max: 1, fetch_types: false, connect_timeout: 1 });
    try {
      await sql.unsafe(isFull ? `alter system set ${readOnly} = on` : `alter system reset ${readOnly}`);
      await sql`select pg_reload_conf()`;
      this.#isFull = isFull;
      const left = `The disk of DATA_DIR has ${inMegabytes(free)} left`;
      this.#onNotice(
        isFull
          ? `${left}: nothing is written until there are ${inMegabytes(resumeWritesBytes)}; reads go on.`
          : `${left}: writes go on.`,
      );
      // It frees the WAL that is not needed any more.
      if (isFull) await sql`checkpoint`;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}
