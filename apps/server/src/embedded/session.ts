import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import {
  firstValue,
  isSimpleQuery,
  refuseCopyIn,
  STARTUP,
  SYNC,
  simpleQuery,
  startsExtendedQuery,
} from './messages.ts';
import { Wal } from './wal.ts';

/** The exit status of PGlite's main loop after an ordinary SQL error. */
const SQL_ERROR = 100;

/** Session settings that belong to no connection. */
export interface PreservedSettings {
  /** A query that returns SQL that sets them again. */
  readonly sql: string;
  /** The name of a setting that no connection has set. */
  readonly except: string;
}

/** Runs statements one after the other, each a transaction of its own that may fail; gives the first value of each answer. */
export type Work = (run: (sql: string) => Promise<string>) => Promise<unknown>;

/** A query that returns SQL that restores the settings, user and role of the session. */
const describeSettings = (except: string) => `select concat_ws('; ',
  (select 'select ' || string_agg(format('set_config(%L, %L, false)', name, setting), ', ')
    from pg_catalog.pg_settings where source = 'session' and name <> '${except}'),
  case when session_user <> 'postgres' then format('set session authorization %I', session_user) end,
  case when current_setting('role') <> 'none' then format('set role %I', current_setting('role')) end)`;

// In PGlite RESET SESSION AUTHORIZATION does nothing.
const resetSettings = 'set session authorization postgres; reset all';

// Objects of which the connection is not known. The service's statements are prepared by the protocol, and stay.
const dropSessionObjects = `close all; unlisten *; select pg_advisory_unlock_all(); discard temp; do $$
  declare statement text;
  begin
    for statement in select name from pg_catalog.pg_prepared_statements where from_sql loop
      execute format('deallocate %I', statement);
    end loop;
  end $$`;

/**
 * PGlite for the socket server. All connections share one PostgreSQL session, so an extended query counts as a
 * transaction until its Sync: otherwise unnamed statements of two connections overwrite each other, and a client gets the
 * answer to another one's query (electric-sql/pglite#1046; with 8 connections every second answer). An external
 * connection, one that is not the service's own, has its own settings, which apply while it uses the session.
 *
 * It runs with `synchronous_commit=off`: `flushCommits` writes to disk what all commits before it have left in memory. Until
 * then PostgreSQL knows that they are not there.
 */
export class Session extends PGlite {
  #unfinished = false;
  #wal!: Wal;
  /** The number of its records when a commit was last looked for. */
  #walRecords = 0n;
  #isCommitPending = false;
  /** The external connection whose settings apply; undefined: the service's do. */
  #external: number | undefined;
  /** SQL that restores the settings of an external connection. */
  readonly #settings = new Map<number, string>();
  readonly #onFatal: (cause: unknown) => void;
  readonly #maintenance: () => Work | undefined;
  readonly #preservedSettings: () => PreservedSettings;

  /**
   * @param onFatal called when PostgreSQL itself has failed and cannot go on; it must end the thread
   * @param maintenance what is to be done before the next statement, outside of any transaction
   * @param preservedSettings settings that stay when those of a connection are reset
   */
  constructor(
    options: PGliteOptions,
    onFatal: (cause: unknown) => void,
    maintenance = (): Work | undefined => undefined,
    preservedSettings = (): PreservedSettings => ({ sql: "select ''", except: '' }),
  ) {
    super(options);
    this.#onFatal = onFatal;
    this.#maintenance = maintenance;
    this.#preservedSettings = preservedSettings;
  }

  /** Ready for connections: after this, a failure inside PostgreSQL is fatal. */
  async open(): Promise<this> {
    await this.waitReady;
    this.#wal = new Wal(this.Module);
    this.#watchMainLoop();
    return this;
  }

  override isInTransaction(): boolean {
    return this.#unfinished || super.isInTransaction();
  }

  /**
   * @param messages of one connection; they end with their query, or the rest of it comes later
   * @returns the answer to all of them
   */
  async execute(messages: readonly Uint8Array[]): Promise<Uint8Array> {
    try {
      const maintenance = this.isInTransaction() ? undefined : this.#maintenance();
      if (maintenance) await this.#withServiceSettings(maintenance);
      this.#unfinished = startsExtendedQuery(messages.at(-1) ?? SYNC);
      // A start-up message that PostgreSQL refuses would end the one session that everybody shares.
      const isStartup = messages[0]?.[0] === 0;
      const answer = await this.#send(isStartup ? STARTUP : Buffer.concat(messages.map(refuseCopyIn)));
      // What a transaction that goes on has written may be lost; a simple query may have committed another before it.
      if (!this.isInTransaction() || messages.some(isSimpleQuery)) this.#noteCommits();
      return answer;
    } catch (error) {
      this.#onFatal(error);
      throw error;
    }
  }

  /** Whether there may be a commit that is not on disk: no answer that may show it should be sent. */
  get isCommitPending(): boolean {
    return this.#isCommitPending;
  }

  /** Writes the commits to disk. */
  flushCommits(): void {
    if (!this.#isCommitPending) return;
    try {
      this.#wal.flush();
    } catch (error) {
      this.#onFatal(error);
      throw error;
    }
    this.#walRecords = this.#wal.records;
    this.#isCommitPending = false;
  }

  #noteCommits(): void {
    const { records } = this.#wal;
    if (records !== this.#walRecords) this.#isCommitPending = true;
    this.#walRecords = records;
  }

  /**
   * Applies the settings of an external connection, or the service's own. Outside of any transaction.
   * @param external the number of that connection
   */
  async switchTo(external: number | undefined): Promise<void> {
    if (external === this.#external) return;
    if (this.#external !== undefined) {
      this.#settings.set(
        this.#external,
        await this.#query(describeSettings(this.#preservedSettings().except)),
      );
      await this.#reset();
    }
    this.#external = external;
    const settings = external !== undefined && this.#settings.get(external);
    if (settings) await this.#run(settings);
  }

  /**
   * Cleans up after a connection.
   * @param external undefined for a connection of the service
   * @param statements the names of those it has prepared
   * @param isLast whether no other external connection is left: what may belong to any of them is dropped
   */
  async cleanUp(external: number | undefined, statements: Iterable<string>, isLast: boolean): Promise<void> {
    // After an error PostgreSQL skips everything up to a Sync.
    if (this.#unfinished) await this.#run(SYNC);
    if (super.isInTransaction()) await this.#run('rollback');
    if (external === undefined) return;
    if (this.#external === external) await this.#reset();
    this.#settings.delete(external);
    for (const name of statements) await this.#run(`deallocate "${name.replaceAll('"', '""')}"`);
    if (isLast) await this.#withServiceSettings((run) => run(dropSessionObjects));
  }

  async #withServiceSettings(work: Work): Promise<void> {
    const external = this.#external;
    await this.switchTo(undefined);
    await work(this.#query);
    await this.switchTo(external);
  }

  async #reset(): Promise<void> {
    const preservedSettings = await this.#query(this.#preservedSettings().sql);
    this.#external = undefined;
    await this.#run(resetSettings);
    if (preservedSettings) await this.#run(preservedSettings);
  }

  #run(sql: string | Uint8Array): Promise<Uint8Array> {
    if (sql === SYNC) this.#unfinished = false;
    return this.#send(typeof sql === 'string' ? simpleQuery(sql) : sql);
  }

  async #send(message: Uint8Array): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    // A chunk is a view of memory that PostgreSQL uses again.
    const onRawData = (data: Uint8Array) => chunks.push(Buffer.from(data));
    await super.execProtocolRawStream(message, { onRawData, syncToFs: false });
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  }

  #query = async (sql: string) => firstValue(await this.#run(sql));

  // PGlite handles a trap (a panic, a full disk, a stack overflow) like an SQL error and goes on with a broken session.
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
