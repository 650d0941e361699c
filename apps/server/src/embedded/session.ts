import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { refuseCopyIn, STARTUP, SYNC, simpleQuery, startsExtendedQuery } from './messages.ts';

/** How PGlite leaves its main loop after an ordinary SQL error. */
const SQL_ERROR = 100;

type StreamOptions = Parameters<PGlite['execProtocolRawStream']>[1];

/**
 * PGlite as the socket server needs it. The server takes turns between connections message by message, although
 * all of them share one PostgreSQL session, and keeps to one connection only while `isInTransaction()`: unnamed
 * statements of two connections then overwrite each other, and a client gets the answer to another one's query
 * (electric-sql/pglite#1046; with 8 connections every second answer). So an extended query counts as a
 * transaction until its Sync.
 */
export class Session extends PGlite {
  #unfinished = false;
  readonly #onFatal: (cause: unknown) => void;
  readonly #due: () => string | undefined;

  /**
   * @param onFatal called when PostgreSQL itself has failed and cannot go on; it must end the thread
   * @param due SQL to run before the next statement, outside of any transaction
   */
  constructor(
    options: PGliteOptions,
    onFatal: (cause: unknown) => void,
    due = (): string | undefined => undefined,
  ) {
    super(options);
    this.#onFatal = onFatal;
    this.#due = due;
  }

  /** Ready for connections: after this, a failure inside PostgreSQL is fatal. */
  async open(): Promise<this> {
    await this.waitReady;
    this.#watchMainLoop();
    return this;
  }

  override isInTransaction(): boolean {
    return this.#unfinished || super.isInTransaction();
  }

  override async execProtocolRawStream(message: Uint8Array, options: StreamOptions): Promise<void> {
    try {
      const due = this.isInTransaction() ? undefined : this.#due();
      this.#unfinished = startsExtendedQuery(message);
      if (due) await super.execProtocolRawStream(simpleQuery(due), { onRawData: () => {} });
      // A start-up message that PostgreSQL refuses would end the one session that everybody shares.
      const isStartup = message[0] === 0;
      await super.execProtocolRawStream(isStartup ? STARTUP : refuseCopyIn(message), options);
    } catch (error) {
      // The socket server's queue stands still for ever after a throw.
      this.#onFatal(error);
      throw error;
    }
  }

  override async exec(...args: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    // The roll-back for a connection that went away in the middle: PostgreSQL may be skipping all up to a Sync.
    if (this.#unfinished) await this.execProtocolRawStream(SYNC, { onRawData: () => {} });
    return super.exec(...args);
  }

  // PGlite takes a trap (a panic, a full disk, a stack overflow) for an SQL error and goes on with a broken session.
  #watchMainLoop(): void {
    const module = this.Module;
    const loop = module._PostgresMainLoopOnce;
    module._PostgresMainLoopOnce = () => {
      try {
        loop();
      } catch (error) {
        const status = error instanceof Object && 'status' in error ? error.status : undefined;
        if (status !== SQL_ERROR) this.#onFatal(error);
        throw error;
      }
    };
  }
}
