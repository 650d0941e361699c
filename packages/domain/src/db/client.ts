import postgres, { type Options, type PostgresType, type Sql } from 'postgres';
import { parseAddress, rotationOf } from './address.ts';
import { handleNotice } from './notices.ts';
import { rotatingSocket, socket, watchedSocket, watchedTo } from './socket.ts';
import { tlsOf } from './tls.ts';

/** Connections to a database: executes one statement at a time. Repositories do it by way of `statement.ts`. */
export interface Database {
  /**
   * @param isKept whether the driver keeps the statement prepared
   * @returns the values of each row, in the order of its columns
   */
  values(text: string, params: readonly unknown[], isKept: boolean): Promise<unknown[][]>;
  /** A statement that is not kept. @returns rows by the names of their columns */
  execute<Row extends object>(text: string, params?: readonly unknown[]): Promise<Row[]>;
}

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

/** Sends a statement, and sees its text (without values) and how it ends. */
export type Observe = <T>(text: string, send: () => Promise<T>) => Promise<T>;

export interface Connection {
  readonly db: Database;
  /** Statements that are running or wait for a connection. */
  statements(): number;
  /** Lets running statements finish, for at most a second: nobody waits for them, or there is no more time. */
  close(): Promise<void>;
}

/**
 * postgres.js against either kind of server; start-up parameters do not pass the embedded one's socket.
 * @throws DatabaseAddressError
 */
export function open(server: Server, { isWatched = false, ...options }: OpenOptions) {
  const one = isWatched ? watchedSocket : socket;
  const shared = { fetch_types: false, onnotice: handleNotice, socket: one, ...options };
  if (typeof server !== 'string')
    return postgres({ ...shared, ...server, connection: { application_name: 'daybook' } });
  const parsed = parseAddress(server);
  const { address, ssl } = tlsOf(parsed.firstHostUrl);
  const { hosts, targetSessionAttrs } = parsed;
  return postgres(address, {
    ...shared,
    ...(hosts.length > 1 && {
      socket: rotatingSocket(rotationOf(parsed), isWatched ? watchedTo : undefined),
    }),
    ...(targetSessionAttrs && { target_session_attrs: targetSessionAttrs }),
    ...(ssl !== undefined && { ssl }),
  } as DriverOptions);
}

type OpenOptions = DriverOptions & {
  /** Its statements have time limits: a server that is silent for longer is away. */
  readonly isWatched?: boolean;
};

/** PostgreSQL's own code for more work than it has connections for. */
class TooManyStatementsError extends Error {
  override readonly name = 'TooManyStatementsError';
  readonly code = '53300';
}

/** The driver queues without end, also for callers who have long been told that it took too long. */
function bounded(sql: Sql, most: number, observe?: Observe) {
  let outstanding = 0;
  const counted = async <T>(send: () => Promise<T>): Promise<T> => {
    if (outstanding >= most) throw new TooManyStatementsError(`More than ${most} statements at once.`);
    outstanding += 1;
    try {
      return await send();
    } finally {
      outstanding -= 1;
    }
  };
  const sent: Observe = observe
    ? (text, send) => observe(text, () => counted(send))
    : (_text, send) => counted(send);
  const db: Database = {
    values: (text, params, isKept) =>
      sent(text, async () => {
        try {
          return await sql.unsafe(text, params as Parameter[], isKept ? prepared : inOneMessage).values();
        } catch (error) {
          if (!forgetting.has((error as { routine?: string }).routine ?? '')) throw error;
          return await sql.unsafe(text, params as Parameter[], inOneMessage).values();
        }
      }),
    execute: (text, params = []) => sent(text, () => sql.unsafe(text, params as Parameter[], inOneMessage)),
  };
  return { db, statements: () => outstanding };
}

/**
 * What is not prepared goes as one message, without a question for the types of its parameters (see the driver's patch):
 * parameters are texts, numbers, booleans and null. Repositories write JSON and arrays as texts.
 */
const inOneMessage = { prepare: false, describe: false };
const prepared = { prepare: true };

/** Where PostgreSQL refuses a statement that it does not know prepared, or of whose result a migration has changed a type: before it does anything. */
const forgetting = new Set(['FetchPreparedStatement', 'RevalidateCachedQuery']);

type Parameter = NonNullable<Parameters<Sql['unsafe']>[1]>[number];

const unchanged = (value: unknown) => value;

/** Dates and times as PostgreSQL writes them; JSON is written by whoever sends it. PostgreSQL's numbers of its types. */
const types: NonNullable<DriverOptions['types']> = {
  times: {
    to: 1184,
    from: [1082, 1083, 1114, 1115, 1182, 1184, 1185, 1231],
    serialize: unchanged,
    parse: unchanged,
  },
  json: { to: 3802, from: [114, 3802], serialize: unchanged, parse: (text: string) => JSON.parse(text) },
};

const singleThreaded = new WeakSet<Database>();

/** Does everybody wait while a statement runs, which nothing interrupts? So it is with the embedded one. */
export const isSingleThreaded = (db: Database): boolean => singleThreaded.has(db);

/** What a pool asks of each of its connections. */
export const sessionOf = ({ statementTimeout, lockTimeout }: Pool) => ({
  application_name: 'daybook',
  TimeZone: 'UTC',
  statement_timeout: statementTimeout,
  lock_timeout: lockTimeout,
});

/**
 * A pool whose waits are bounded: reconnecting starts at 50 ms and stays under a second.
 * @param prepare whether statements are kept prepared on the connections
 * @param observe called for each statement
 */
export function connect(
  server: Server,
  pool: Pool,
  { prepare = true, observe }: { readonly prepare?: boolean; readonly observe?: Observe | undefined } = {},
): Connection {
  const sql = open(server, {
    max: pool.max,
    prepare,
    isWatched: true,
    connect_timeout: 3,
    idle_timeout: 0,
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
    types,
    connection: sessionOf(pool),
  });
  const { db, statements } = bounded(sql, pool.statements, observe);
  if (typeof server !== 'string') singleThreaded.add(db);
  return { db, statements, close: () => sql.end({ timeout: 1 }) };
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
