import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { DatabaseAddressError, type Host, type HostRotation } from './address.ts';

interface Address {
  readonly host: string[];
  readonly port: number[];
  readonly path?: string | undefined;
}

/** What the driver calls on a socket, with the TLS connection within, which passes by the listeners of the other one. */
type DriverSocket = Socket & { onsecure(secure: Socket): void };
type WatchedSocket = Socket & {
  /** The driver calls it with the key by which the server knows the connection. */
  onbackend?(key: Uint8Array): void;
  /** The driver sets it: whether a statement has no answer yet. */
  isWaiting?(): boolean;
};

/** Milliseconds until another of several hosts is tried. */
const connectTimeout = 1000;

/**
 * A connection that the other side closes is an error. Without it the driver takes a server that hangs up at once (a
 * balancer in front of nothing, another protocol) for one to call again: at once, without end, and without an answer to
 * the query.
 */
export function socket({ host: [name = ''], port: [port = 5432], path }: Address): DriverSocket {
  return connected({ host: name, port }, path);
}

function connected({ host, port }: Host, path?: string): DriverSocket {
  const connection = Object.assign(new Socket(), { host, port, onsecure: failsAtEnd });
  failsAtEnd(connection);
  if (path) connection.connect(path);
  else connection.connect({ port, host });
  return connection;
}

/** The same to one of several hosts: where it fails, or turns out to take no writes, the next one goes to another. */
export const rotatingSocket =
  (rotation: HostRotation, make = connected) =>
  (): DriverSocket => {
    const host = rotation.next();
    const connection = make(host);
    const slow = setTimeout(() => connection.destroy(failure('ETIMEDOUT', 'No answer.')), connectTimeout);
    const fails = (one: Socket) => one.once('error', () => rotation.failed(host));
    const { onsecure } = connection;
    connection.onsecure = (secure) => {
      onsecure(secure);
      fails(secure);
    };
    connection.once('connect', () => clearTimeout(slow)).once('close', () => clearTimeout(slow));
    fails(connection);
    return connection;
  };

function failsAtEnd(connection: Socket): void {
  connection.once('end', () => {
    if (!connection.writableEnded)
      connection.destroy(failure('ECONNRESET', 'The server closed the connection.'));
  });
}

/**
 * Milliseconds: how long a server may be silent, which is longer than any statement may run, before it is asked to give
 * up, and before the connection is given up; and how often to look.
 */
const cancelAfter = 4500;
const silenceTimeout = 5000;
const checkInterval = 250;

interface Watched {
  readonly host: Host;
  /** Bytes at the last look. */
  read: number;
  /** Since when it has been waiting without reading anything. */
  since?: number | undefined;
  isCancelled?: boolean;
  /** By which the server knows the connection. */
  key?: Uint8Array;
}

const watched = new Map<WatchedSocket, Watched>();

/**
 * The same for a pool whose statements have time limits: ends a connection to a server that has vanished without a
 * word, to which TCP would try to send for a quarter of an hour. Before that it asks the server to end the statement: a
 * commit that waits for a standby has no time limit, and would hold a connection of the server's after this one is gone.
 */
export function watchedSocket({ host: [name = ''], port: [port = 5432], path }: Address): DriverSocket {
  return watchedTo({ host: name, port }, path);
}

export function watchedTo(host: Host, path?: string): DriverSocket {
  const connection: DriverSocket & WatchedSocket = connected(host, path);
  if (path) return connection;
  watch(connection, host);
  connection.onsecure = (secure: WatchedSocket) => {
    failsAtEnd(secure);
    watched.delete(connection);
    secure.isWaiting = () => connection.isWaiting?.() ?? false;
    watch(secure, host);
  };
  return connection;
}

function watch(connection: WatchedSocket, host: Host): void {
  const state: Watched = { host, read: 0 };
  watched.set(connection, state);
  connection.onbackend = (key) => {
    state.key = Uint8Array.from(key);
  };
}

setInterval(() => {
  const now = performance.now();
  for (const [connection, state] of watched) {
    const { bytesRead: read, destroyed } = connection;
    if (destroyed) watched.delete(connection);
    else if (!connection.isWaiting?.() || read !== state.read) {
      state.read = read;
      state.since = undefined;
      state.isCancelled = false;
    } else {
      state.since ??= now;
      if (now - state.since >= silenceTimeout)
        connection.destroy(failure('ETIMEDOUT', 'The server is silent.'));
      else if (now - state.since >= cancelAfter && !state.isCancelled) {
        state.isCancelled = true;
        cancel(state);
      }
    }
  }
}, checkInterval).unref();

/**
 * Asks the server to end what it does for a connection: the message is not encrypted, as libpq's is not before version
 * 17, and is of no use to anybody else.
 */
function cancel({ host, key }: Watched): void {
  if (!key) return;
  const head = Buffer.from([0, 0, 0, 16, 0x04, 0xd2, 0x16, 0x2e]);
  const connection = new Socket().on('error', () => {}).setTimeout(1000, () => connection.destroy());
  connection.connect(host).end(Buffer.concat([head, key]));
}

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

/** The files that libpq names in an address too. */
const files = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;

/**
 * How an address wants its connections encrypted, in the words of libpq (PostgreSQL's documentation, 34.19), and the
 * address without them. The driver alone knows no files, and takes any word it does not know for a mode.
 *
 * Without `sslrootcert` a certificate is checked against the authorities that Node knows.
 *
 * @returns `ssl` as the driver takes it, undefined where the address says nothing of it
 * @throws DatabaseAddressError
 */
export function tlsOf(address: string): { address: string; ssl?: false | 'prefer' | ConnectionOptions } {
  if (!URL.canParse(address)) return { address };
  const url = new URL(address);
  if (!['sslmode', ...Object.keys(files)].some((name) => url.searchParams.has(name))) return { address };
  const take = (name: string) => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value;
  };
  const given = take('sslmode');
  const contents: ConnectionOptions = {};
  const roots = url.searchParams.get('sslrootcert');
  for (const [name, option] of Object.entries(files)) {
    const path = take(name);
    if (path !== null && path !== 'system') contents[option as 'ca'] = contentOf(name, path);
  }
  // Who names a file wants TLS.
  const mode = given ?? (roots === null ? 'require' : 'verify-full');
  if (!isMode(mode))
    throw new DatabaseAddressError(`DATABASE_URL has the sslmode ${mode}; give one of ${modes.join(', ')}.`);
  return { address: url.href, ssl: optionsOf(mode, contents, roots !== null) };
}

const isMode = (word: string): word is Mode => modes.some((mode) => mode === word);

function optionsOf(mode: Mode, contents: ConnectionOptions, hasRoots: boolean) {
  if (mode === 'disable') return false;
  // These two mean that encryption does not matter.
  if (mode === 'allow' || mode === 'prefer') return 'prefer';
  if (mode === 'require' && !hasRoots) return { ...contents, rejectUnauthorized: false };
  const verified = { ...contents, rejectUnauthorized: true };
  return mode === 'verify-full' ? verified : { ...verified, checkServerIdentity: () => undefined };
}

function contentOf(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new DatabaseAddressError(`The ${name} ${path} in DATABASE_URL cannot be read (${reason}).`);
  }
}
