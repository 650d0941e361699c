import type { Database } from './client.ts';

/** How much of a shared pool one bulkhead may use. */
export interface PoolLimits {
  /** Connections at a time; all unless set. */
  readonly max?: number;
  /** Statements that are running or wait, at the most: any more fail at once. */
  readonly statements: number;
}

export interface SharedPoolOptions {
  /** Idle connections that are kept for bulkheads that have none. */
  readonly reserve?: number;
  /**
   * On how many connections a bulkhead sends short statements one after another before it gets another one; all unless set.
   * Fewer connections cost both sides less CPU, but each has one commit under way.
   */
  readonly pipelinedConnections?: (() => number) | undefined;
}

/** PostgreSQL's own code for more work than it has connections for. */
class TooManyStatementsError extends Error {
  override readonly name = 'TooManyStatementsError';
  readonly code = '53300';
}

/** A connection and its unanswered statements, which are all of the same bulkhead. */
interface PooledConnection<C> {
  readonly connection: C;
  statements: number;
  /** When the statement that runs now began. */
  since: number;
}

/** A statement that has run for so many milliseconds is not short: no other is sent after it if there is another connection. */
const shortMs = 20;
/** Unanswered statements of a connection before the bulkhead gets another one: each may wait for a lock. */
const MAX_PIPELINE = 6;

/** Connections that bulkheads share: each connection serves one bulkhead at a time. */
export class SharedPool<C> {
  /** A stack: the connection that was used last is used next. */
  readonly #idle: PooledConnection<C>[];
  readonly #waiting: PoolBulkhead<C>[] = [];
  readonly #reserve: number;
  readonly #pipelinedConnections: () => number;

  constructor(
    connections: readonly C[],
    { reserve = 0, pipelinedConnections = () => Infinity }: SharedPoolOptions = {},
  ) {
    this.#idle = connections.map((connection) => ({ connection, statements: 0, since: 0 })).reverse();
    this.#reserve = reserve;
    this.#pipelinedConnections = pipelinedConnections;
  }

  bulkhead(limits: PoolLimits): PoolBulkhead<C> {
    return new PoolBulkhead(this, limits);
  }

  get pipelinedConnections(): number {
    return this.#pipelinedConnections();
  }

  /** @param isFirst whether the bulkhead has no connection yet */
  acquire(isFirst: boolean): PooledConnection<C> | undefined {
    return this.#idle.length > (isFirst ? 0 : this.#reserve) ? this.#idle.pop() : undefined;
  }

  /** The bulkhead gets the next connection that is released. */
  enqueue(bulkhead: PoolBulkhead<C>): void {
    this.#waiting.push(bulkhead);
  }

  release(pooled: PooledConnection<C>): void {
    const next = this.#waiting.shift();
    if (next) next.assign(pooled);
    else this.#idle.push(pooled);
  }
}

/** One bulkhead of a shared pool, with the connections that it has just now. */
export class PoolBulkhead<C> {
  readonly #pool: SharedPool<C>;
  readonly #max: number;
  readonly #maxStatements: number;
  readonly #connections: PooledConnection<C>[] = [];
  readonly #waiting: ((pooled: PooledConnection<C>) => void)[] = [];
  #statements = 0;

  constructor(pool: SharedPool<C>, { max = Infinity, statements }: PoolLimits) {
    this.#pool = pool;
    this.#max = max;
    this.#maxStatements = statements;
  }

  /** Connections that it has, and statements that are running or wait for one. */
  usage() {
    return { connections: this.#connections.length, statements: this.#statements };
  }

  /**
   * Sends a statement on a connection of its own where there is one, else after others of the same bulkhead.
   * @throws TooManyStatementsError
   */
  async run<T>(send: (connection: C) => Promise<T>): Promise<T> {
    if (this.#statements >= this.#maxStatements)
      throw new TooManyStatementsError(`More than ${this.#maxStatements} statements at once.`);
    this.#statements += 1;
    const pooled = this.#choose() ?? (await this.#next());
    try {
      return await send(pooled.connection);
    } finally {
      this.#statements -= 1;
      this.#answered(pooled);
    }
  }

  /** A connection for all that wait. */
  assign(pooled: PooledConnection<C>): void {
    this.#add(pooled);
    pooled.statements = this.#waiting.length;
    for (const start of this.#waiting.splice(0)) start(pooled);
  }

  #add(pooled: PooledConnection<C>): void {
    pooled.since = performance.now();
    this.#connections.push(pooled);
  }

  /** The connection with the fewest statements, or another one; undefined where there is none. */
  #choose(): PooledConnection<C> | undefined {
    let chosen: PooledConnection<C> | undefined;
    for (const own of this.#connections) if (!chosen || own.statements < chosen.statements) chosen = own;
    if (this.#connections.length < this.#max && !(chosen && this.#takesMore(chosen))) {
      const another = this.#pool.acquire(chosen === undefined);
      if (another) this.#add(another);
      chosen = another ?? chosen;
    }
    if (chosen) chosen.statements += 1;
    return chosen;
  }

  #takesMore({ statements, since }: PooledConnection<C>): boolean {
    return (
      this.#connections.length >= this.#pool.pipelinedConnections &&
      statements < MAX_PIPELINE &&
      performance.now() - since < shortMs
    );
  }

  #next(): Promise<PooledConnection<C>> {
    if (this.#waiting.length === 0) this.#pool.enqueue(this);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #answered(pooled: PooledConnection<C>): void {
    pooled.statements -= 1;
    if (pooled.statements > 0) {
      pooled.since = performance.now();
      return;
    }
    this.#connections.splice(this.#connections.indexOf(pooled), 1);
    this.#pool.release(pooled);
  }
}

/** @returns milliseconds that a commit takes at the least, measured by PostgreSQL (migration 0030) */
async function commitTime(db: Database): Promise<number> {
  const [row] = await db.execute<{ ms: number }>('call commit_time(null)');
  return Number(row?.ms);
}

const MEASURE_EVERY_MS = 5000;

/**
 * On how many connections short writes follow each other: 4 where a commit takes 0.1 ms, 13 where it takes 2 ms. So many can
 * do what a process sends, some 4000 writes a second, each of which takes 0.3 ms besides its commit. A call measures again if the
 * last time was five seconds ago; the first one has no figure yet. On a busy machine most commits wait for a processor too: the
 * shortest counts, for some minutes.
 */
export function pipelinedConnectionsOf(db: () => Database): () => number {
  let shortest = Infinity;
  let measuredAt = Number.NEGATIVE_INFINITY;
  const measure = async () => {
    shortest = Math.min(1.2 * shortest, await commitTime(db()));
  };
  return () => {
    if (performance.now() - measuredAt > MEASURE_EVERY_MS) {
      measuredAt = performance.now();
      // Where it fails, writes do too, and say why.
      measure().catch(() => {});
    }
    return Math.ceil(3 + 5 * shortest);
  };
}
