import { setTimeout as wait } from 'node:timers/promises';
import { fatal, parsedName, startupName } from './messages.ts';
import type { Session } from './session.ts';

/** The application_name of the service's own connections; any other connection is an external one. */
export const SERVICE_APPLICATION = 'daybook';

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
 * ended, and what it leaves open is undone. Replaces the socket server's own queue, which does not know the connection of
 * a message.
 */
export class QueryQueue {
  readonly #session: Session;
  #messages: QueuedMessage[] = [];
  #isRunning = false;
  /** The connection of the last message. */
  #current: number | undefined;
  /** External connections, each with the names of the statements it has prepared. */
  readonly #external = new Map<number, Set<string>>();
  readonly #service = new Set<number>();
  readonly #ended = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  getQueueLength(): number {
    return this.#messages.length;
  }

  /** Sends a message of a connection to PostgreSQL. @returns bytes of the answer */
  enqueue(connection: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number> {
    const name = startupName(message);
    if (name === SERVICE_APPLICATION) this.#service.add(connection);
    else if (name !== undefined) this.#external.set(connection, new Set());
    const prepares = parsedName(message);
    if (prepares) this.#external.get(connection)?.add(prepares);
    if (this.#ended.delete(connection)) {
      onData(idleInTransaction);
      // The socket is destroyed after this; the error should be sent before.
      return wait(100).then(() => {
        throw new Error('the connection is ended');
      });
    }
    return new Promise((resolve, reject) => {
      const run = async () => {
        if (!this.#session.isInTransaction()) await this.#session.switchTo(this.#externalNumber(connection));
        this.#current = connection;
        let size = 0;
        const onRawData = (data: Uint8Array) => {
          size += data.length;
          onData(data);
        };
        await this.#session.execProtocolRawStream(message, { onRawData });
        resolve(size);
      };
      this.#add({ connection, run, reject });
    });
  }

  /** Messages of a connection that ends are dropped. */
  clearQueueForHandler(connection: number): void {
    const gone = this.#messages.filter((message) => message.connection === connection);
    this.#messages = this.#messages.filter((message) => message.connection !== connection);
    for (const { reject } of gone) reject(new Error('Handler disconnected'));
  }

  /** Undoes what a connection that ends has left open. May be called twice. */
  async clearTransactionIfNeeded(connection: number): Promise<void> {
    this.#ended.delete(connection);
    await this.#cleanUp(connection);
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
    if (!this.#isRunning) this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let message = this.#takeNext(); message; message = this.#takeNext()) {
      const { run, reject } = message;
      // Not while a dump is taken.
      await this.#session.runExclusive(run).catch(reject);
    }
    this.#isRunning = false;
    this.#watchIdle();
  }

  #takeNext(): QueuedMessage | undefined {
    clearTimeout(this.#timer);
    const isCurrent = (message: QueuedMessage) => message.connection === this.#current;
    const at = this.#session.isInTransaction() ? this.#messages.findIndex(isCurrent) : 0;
    return at === -1 ? undefined : this.#messages.splice(at, 1)[0];
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
