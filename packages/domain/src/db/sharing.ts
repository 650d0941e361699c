/** What one kind of work may have of connections that it shares with others. */
export interface Share {
  /** Connections at a time, at the most. */
  readonly max: number;
  /** Statements that are running or wait, at the most: any more fail at once. */
  readonly statements: number;
  /**
   * How many statements are sent one after another on a connection, while they are short, before there is another one. Few
   * connections cost both sides less CPU, but each has one commit under way.
   */
  readonly pipeline?: () => number;
}

/** PostgreSQL's own code for more work than it has connections for. */
class TooManyStatementsError extends Error {
  override readonly name = 'TooManyStatementsError';
  readonly code = '53300';
}

/** A connection and its statements that have no answer yet. All of them are of the same kind of work. */
interface Slot<C> {
  readonly connection: C;
  statements: number;
  /** When the first of them began: it was sent, or the one before it was answered. */
  since: number;
}

/** Milliseconds after which a statement is not short: others do not wait for it. */
const shortMs = 20;

/** Connections of which each serves one kind of work at a time. */
export class SharedConnections<C> {
  /** The one that was used last is the next. */
  readonly #idle: Slot<C>[];
  readonly #reserve: number;
  readonly #waiting: Borrower<C>[] = [];

  /** @param reserve idle connections that are left to kinds of work that have none */
  constructor(connections: readonly C[], reserve: number) {
    this.#idle = connections.map((connection) => ({ connection, statements: 0, since: 0 })).reverse();
    this.#reserve = reserve;
  }

  /** For one kind of work. */
  borrower(share: Share): Borrower<C> {
    return new Borrower(this, share);
  }

  take(isFirst: boolean): Slot<C> | undefined {
    return this.#idle.length > (isFirst ? 0 : this.#reserve) ? this.#idle.pop() : undefined;
  }

  wait(borrower: Borrower<C>): void {
    this.#waiting.push(borrower);
  }

  give(slot: Slot<C>): void {
    const next = this.#waiting.shift();
    if (next) next.receive(slot);
    else this.#idle.push(slot);
  }
}

/** The connections that one kind of work has just now. */
export class Borrower<C> {
  readonly #shared: SharedConnections<C>;
  readonly #share: Share;
  readonly #slots: Slot<C>[] = [];
  readonly #waiting: ((slot: Slot<C>) => void)[] = [];
  #statements = 0;

  constructor(shared: SharedConnections<C>, share: Share) {
    this.#shared = shared;
    this.#share = share;
  }

  /** Connections that it has, and statements that are running or wait for one. */
  usage() {
    return { connections: this.#slots.length, statements: this.#statements };
  }

  /**
   * Sends a statement on a connection of its own where there is one, else after others of the same kind of work.
   * @throws TooManyStatementsError
   */
  async run<T>(send: (connection: C) => Promise<T>): Promise<T> {
    const { statements } = this.#share;
    if (this.#statements >= statements)
      throw new TooManyStatementsError(`More than ${statements} statements at once.`);
    this.#statements += 1;
    const slot = this.#find() ?? (await this.#next());
    try {
      return await send(slot.connection);
    } finally {
      this.#statements -= 1;
      this.#leave(slot);
    }
  }

  receive(slot: Slot<C>): void {
    this.#slots.push(slot);
    slot.since = performance.now();
    slot.statements = this.#waiting.length;
    for (const start of this.#waiting.splice(0)) start(slot);
  }

  #find(): Slot<C> | undefined {
    let found: Slot<C> | undefined;
    for (const slot of this.#slots) if (!found || slot.statements < found.statements) found = slot;
    if ((!found || !this.#isShort(found)) && this.#slots.length < this.#share.max) {
      const more = this.#shared.take(found === undefined);
      if (more) {
        more.since = performance.now();
        this.#slots.push(more);
        found = more;
      }
    }
    if (found) found.statements += 1;
    return found;
  }

  #isShort({ statements, since }: Slot<C>): boolean {
    const { pipeline } = this.#share;
    return pipeline !== undefined && statements < pipeline() && performance.now() - since < shortMs;
  }

  #next(): Promise<Slot<C>> {
    if (this.#waiting.length === 0) this.#shared.wait(this);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #leave(slot: Slot<C>): void {
    slot.statements -= 1;
    slot.since = performance.now();
    if (slot.statements > 0) return;
    this.#slots.splice(this.#slots.indexOf(slot), 1);
    this.#shared.give(slot);
  }
}
