import postgres, { type Notice, type Options, type PostgresType, type Sql } from 'postgres';
import { parseAddress, rotationOf } from './address.ts';
import { type PoolBulkhead, type PoolLimits, SharedPool, type SharedPoolOptions } from './shared-pool.ts';
import { rotatingSocket, socket, tlsOf, watchedSocket, watchedTo } from './socket.ts';

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

/** The time limits of a connection. */
export interface Session {
  /** Milliseconds after which PostgreSQL gives up a statement. */
  readonly statementTimeout: number;
  /** Milliseconds after which PostgreSQL gives up waiting for a lock. */
  readonly lockTimeout: number;
}

export interface Pool extends Session, SharedPoolOptions {
  /** At the most. */
  readonly connections: number;
}

/** Sends a statement, and sees its text (without values) and how it ends. */
export type Observe = <T>(text: string, send: () => Promise<T>) => Promise<T>;

export interface Connection extends Closable {
  readonly db: Database;
}

interface Closable {
  /** Lets running statements finish, for at most a second: nobody waits for them, or there is no more time. */
  close(): Promise<void>;
}

/** @throws DatabaseAddressError */
export function open(server: Server, { isWatched = false, ...options }: OpenOptions) {
  const one = isWatched ? watchedSocket : socket;
  const shared = { fetch_types: false, onnotice: handleNotice, socket: one, ...options };
  if (typeof server !== 'string') return postgres({ ...shared, ...server });
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

function databaseOn(bulkhead: PoolBulkhead<Sql>, observe: Observe = (_text, send) => send()): Database {
  return {
    values: (text, params, isKept) =>
      observe(text, () =>
        bulkhead.run(async (sql) => {
          try {
            return await sql.unsafe(text, params as Parameter[], isKept ? prepared : inOneMessage).values();
          } catch (error) {
            if (!forgetting.has((error as { routine?: string }).routine ?? '')) throw error;
            return await sql.unsafe(text, params as Parameter[], inOneMessage).values();
          }
        }),
      ),
    execute: (text, params = []) =>
      observe(text, () => bulkhead.run((sql) => sql.unsafe(text, params as Parameter[], inOneMessage))),
  };
}

/**
 * What is not prepared goes as one message, without a question for the types of its parameters (see the driver's patch):
 * parameters are texts, numbers, booleans and null. Repositories write JSON and arrays as texts.
 */
const inOneMessage = { prepare: false, describe: false };
/** Also without parameters, which the driver would else send as text that is planned each time. */
const prepared = { prepare: true, simple: false };

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

/** What is asked of a connection at its start. */
export const sessionOf = ({ statementTimeout, lockTimeout }: Session) => ({
  application_name: 'daybook',
  TimeZone: 'UTC',
  statement_timeout: statementTimeout,
  lock_timeout: lockTimeout,
});

interface ConnectedPool extends Closable {
  readonly bulkheads: readonly { name: string; db: Database; usage: PoolBulkhead<Sql>['usage'] }[];
}

interface ConnectOptions {
  /** Whether statements are kept prepared on the connections. */
  readonly prepare?: boolean;
}

/**
 * A pool whose waits are bounded: reconnecting starts at 50 ms and stays under a second. It connects when there is work.
 * @param limits of each bulkhead by its name
 * @param observe called for each statement of a bulkhead
 */
export function connectPool(
  server: Server,
  pool: Pool,
  limits: Readonly<Record<string, PoolLimits>>,
  {
    prepare = true,
    observe,
  }: ConnectOptions & { readonly observe?: ((bulkhead: string) => Observe) | undefined } = {},
): ConnectedPool {
  const options = {
    max: 1,
    prepare,
    isWatched: true,
    connect_timeout: 3,
    idle_timeout: 0,
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    types,
    connection: sessionOf(pool),
  };
  const connections = Array.from({ length: pool.connections }, () => open(server, options));
  const shared = new SharedPool(connections, pool);
  const bulkheads = Object.entries(limits).map(([name, own]) => {
    const bulkhead = shared.bulkhead(own);
    const db = databaseOn(bulkhead, observe?.(name));
    return { name, db, usage: () => bulkhead.usage() };
  });
  const close = async () => {
    await Promise.all(connections.map((sql) => sql.end({ timeout: 1 })));
  };
  return { bulkheads, close };
}

/** A pool that nobody shares. */
export function connect(
  server: Server,
  { statements, max, ...session }: Session & Required<PoolLimits>,
  options: ConnectOptions = {},
): Connection {
  const pool = { ...session, connections: max };
  const { bulkheads, close } = connectPool(server, pool, { only: { statements } }, options);
  return { db: bulkheads[0]?.db as Database, close };
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

/** Stored, and confirmed by no standby: it is gone if the server is lost now. */
class NotReplicatedError extends Error {
  override readonly name = 'NotReplicatedError';
  readonly code = 'COMMIT_NOT_REPLICATED';
}

let listener: (warning: { code: string; message: string }) => void = () => {};

/** Sets the listener to the database's warnings, which hears of one code once a minute at the most. */
export function onWarning(listen: typeof listener): void {
  listener = listen;
}

const minute = 60_000;
const lastReported = new Map<string, number>();

/**
 * A notice of the database's, for the driver.
 * @returns an error if the statement did not do what it is taken for. PostgreSQL ends a cancelled wait for a synchronous
 * standby with a warning, in the language of the server; the routine that says it is always called the same.
 */
function handleNotice({ severity, code = '', message = '', routine }: Notice): Error | undefined {
  if (routine === 'SyncRepWaitForLSN') return new NotReplicatedError(message);
  const now = performance.now();
  if (severity !== 'WARNING' || now - (lastReported.get(code) ?? -minute) < minute) return undefined;
  lastReported.set(code, now);
  listener({ code, message });
  return undefined;
}
