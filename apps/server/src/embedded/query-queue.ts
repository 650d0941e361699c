import { setTimeout as wait } from 'node:timers/promises';
import { fatal, parsedName, startupName } from './messages.ts';
import type { Session } from './session.ts';

/** The application_name of the service's own connections; any other connection is an external one. */
const SERVICE_APPLICATION = 'daybook';

/** How long an external connection may be idle within a transaction while others wait. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5000;

const idleInTransaction = fatal(
  '25P03',
  'the connection is ended: everybody waits for a transaction on the embedded database, and this one did nothing for 5 s',
);

interface QueuedMessage {
  readonly connection: number;
  run(): Promise<void>;
  readonly reject: (error: Error) => void;
}

/**
 * The order in which connections use the one session: a connection keeps it until its query and its transaction have
 * ended, and what it leaves open is undone. All that wait have their turns in one group, whose commits share one sync to
 * disk: after the first of them, no answer leaves before it.
 */
export class QueryQueue {
  readonly #session: Session;
  readonly #groupMs: number;
  /** Sends the answers that wait for the sync. */
  #held: (() => void)[] = [];
  #messages: QueuedMessage[] = [];
  #isRunning = false;
  /** The connection of the last message. */
  #current: number | undefined;
  /** External connections, each with the names of the statements it has prepared. */
  readonly #external = new Map<number, Set<string>>();
  readonly #service = new Set<number>();
  readonly #ended = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  /** @param groupMs how long, in ms, others wait to be read, and answers for their sync, while queries go on */
  constructor(session: Session, groupMs = 10) {
    this.#session = session;
    this.#groupMs = groupMs;
  }

  /** Sends messages of a connection, up to the end of a query if that has come, to PostgreSQL. */
  enqueue(
    connection: number,
    messages: readonly Uint8Array[],
    onAnswer: (data: Uint8Array) => void,
  ): Promise<void> {
    for (const message of messages) this.#note(connection, message);
    if (this.#ended.delete(connection)) {
      onAnswer(idleInTransaction);
      // The socket is destroyed after this; the error should be sent before.
      return wait(100).then(() => {
        throw new Error('the connection is ended');
      });
    }
    return new Promise((resolve, reject) => {
      const run = async () => {
        if (!this.#session.isInTransaction()) await this.#session.switchTo(this.#externalNumber(connection));
        this.#current = connection;
        const answer = await this.#session.execute(messages);
        this.#whenSynced(() => {
          onAnswer(answer);
          resolve();
        });
      };
      this.#add({ connection, run, reject });
    });
  }

  /** Drops what waits of a connection that ends, and undoes what it has left open. */
  async end(connection: number): Promise<void> {
    const gone = this.#messages.filter((message) => message.connection === connection);
    this.#messages = this.#messages.filter((message) => message.connection !== connection);
    for (const { reject } of gone) reject(new Error('the connection has ended'));
    this.#ended.delete(connection);
    await this.#cleanUp(connection);
  }

  #note(connection: number, message: Uint8Array): void {
    const name = startupName(message);
    if (name === SERVICE_APPLICATION) this.#service.add(connection);
    else if (name !== undefined) this.#external.set(connection, new Set());
    const prepares = parsedName(message);
    if (prepares) this.#external.get(connection)?.add(prepares);
  }

  // A read shows what was committed before it, so it waits too.
  #whenSynced(send: () => void): void {
    if (this.#session.isCommitPending) this.#held.push(send);
    else send();
  }

  #cleanUp(connection: number): Promise<void> {
    const external = this.#externalNumber(connection);
    const statements = this.#external.get(connection) ?? [];
    const wasHere = this.#external.delete(connection) || this.#service.delete(connection);
    if (!wasHere) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const run = async () => {
        const isOpen = this.#current === connection && this.#session.isInTransaction();
        if (isOpen || external !== undefined)
          await this.#session.cleanUp(external, statements, this.#external.size === 0);
        resolve();
      };
      this.#add({ connection, run, reject });
    });
  }

  #externalNumber = (connection: number) => (this.#external.has(connection) ? connection : undefined);

  #add(message: QueuedMessage): void {
    this.#messages.push(message);
    if (!this.#isRunning) this.#runSoon();
  }

  #runSoon(): void {
    this.#isRunning = true;
    // After all sockets have been read.
    setImmediate(this.#run);
  }

  #run = async (): Promise<void> => {
    // Not while a dump is taken.
    await this.#session.runExclusive(() => this.#runGroup());
    this.#isRunning = false;
    // Those for whom there was no time, and those that came in the end.
    if (this.#nextIndex() === undefined) this.#watchIdle();
    else this.#runSoon();
  };

  async #runGroup(): Promise<void> {
    const end = performance.now() + this.#groupMs;
    clearTimeout(this.#timer);
    for (let at = this.#nextIndex(); at !== undefined && performance.now() < end; at = this.#nextIndex()) {
      const [message] = this.#messages.splice(at, 1);
      await message?.run().catch(message.reject);
    }
    this.#session.flushCommits();
    for (const send of this.#held.splice(0)) send();
  }

  /** Of the message that has its turn; undefined where all wait for a transaction, or none waits. */
  #nextIndex(): number | undefined {
    const isNext = ({ connection }: QueuedMessage) =>
      connection === this.#current || !this.#session.isInTransaction();
    const at = this.#messages.findIndex(isNext);
    return at === -1 ? undefined : at;
  }

  /** Ends an external connection that is idle within a transaction while others wait. */
  #watchIdle(): void {
    const current = this.#current;
    if (this.#messages.length === 0 || current === undefined || !this.#external.has(current)) return;
    this.#timer = setTimeout(() => {
      this.#ended.add(current);
      this.#cleanUp(current).catch(() => {});
    }, IDLE_IN_TRANSACTION_TIMEOUT_MS);
  }
}
