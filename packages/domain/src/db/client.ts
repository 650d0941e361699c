import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type Options, type PostgresType, type Sql } from 'postgres';
import { drizzle, sql } from './drizzle.ts';
import { socket, watchedSocket } from './socket.ts';
import { tlsOf } from './tls.ts';

export type Database = PostgresJsDatabase;

/** The driver's types forget one. */
type DriverOptions = Options<Record<string, PostgresType>> & { readonly socket?: typeof socket };

/** Where the database is: a postgres:// address, or the driver's options for the embedded one. */
export type Server = string | DriverOptions;

export interface Pool {
  /** Connections at the most. */
  readonly max: number;
  /** Milliseconds after which PostgreSQL gives up a statement. */
  readonly statementTimeout: number;
  /** Milliseconds after which PostgreSQL gives up waiting for a lock. */
  readonly lockTimeout: number;
  /** Statements that are running or wait for a connection, at the most: any more fail at once. */
  readonly statements: number;
}

export interface Connection {
  readonly db: Database;
  /** Lets running statements finish, for at most a second: nobody waits for them, or there is no more time. */
  close(): Promise<void>;
}

/**
 * postgres.js against either kind of server; start-up parameters do not pass the embedded one's socket.
 * @throws DatabaseAddressError
 */
export function open(server: Server, options: DriverOptions) {
  const shared = { fetch_types: false, onnotice: () => {}, socket, ...options };
  if (typeof server !== 'string') return postgres({ ...shared, ...server, connection: {} });
  const { address, ssl } = tlsOf(server);
  return postgres(address, { ...shared, ...(ssl !== undefined && { ssl }) } as DriverOptions);
}

/** PostgreSQL's own code for more work than it has connections for. */
class TooManyStatementsError extends Error {
  override readonly name = 'TooManyStatementsError';
  readonly code = '53300';
}

/** The driver queues without end, also for callers who have long been told that it took too long. */
function bound(sql: Sql, most: number): void {
  const { unsafe } = sql;
  let outstanding = 0;
  sql.unsafe = ((...args: Parameters<typeof unsafe>) => {
    if (outstanding >= most) throw new TooManyStatementsError(`More than ${most} statements at once.`);
    outstanding += 1;
    // A query is sent when somebody asks for its result, so it cannot be listened to from here.
    const query = unsafe(...args) as unknown as Settled;
    const { resolve, reject } = query;
    let settled = false;
    const settle = (how: (outcome: unknown) => void) => (outcome: unknown) => {
      if (!settled) outstanding -= 1;
      settled = true;
      how(outcome);
    };
    query.resolve = settle(resolve);
    query.reject = settle(reject);
    return query;
  }) as unknown as typeof unsafe;
}

/** How the driver settles a query. */
interface Settled {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const singleThreaded = new WeakSet<Database>();

/** Does everybody wait while a statement runs, which nothing interrupts? So it is with the embedded one. */
export const isSingleThreaded = (db: Database): boolean => singleThreaded.has(db);

/** A pool whose waits are bounded: reconnecting starts at 50 ms and stays under a second. */
export function connect(server: Server, pool: Pool): Connection {
  const sql = open(server, {
    max: pool.max,
    socket: watchedSocket,
    connect_timeout: 3,
    idle_timeout: 0,
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
    connection: {
      application_name: 'daybook',
      TimeZone: 'UTC',
      statement_timeout: pool.statementTimeout,
      lock_timeout: pool.lockTimeout,
    },
  });
  bound(sql, pool.statements);
  const db = drizzle(sql);
  if (typeof server !== 'string') singleThreaded.add(db);
  return { db, close: () => sql.end({ timeout: 1 }) };
}

/** Something made once for each database, such as its prepared statements. */
export function perDatabase<T>(make: (db: Database) => T): (db: Database) => T {
  const made = new WeakMap<Database, T>();
  return (db) => {
    const present = made.get(db);
    if (present !== undefined) return present;
    const fresh = make(db);
    made.set(db, fresh);
    return fresh;
  };
}

/** Does the database answer? */
export const isReachable = (db: Database): Promise<boolean> =>
  db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
