import { Socket } from 'node:net';

interface Address {
  readonly host: string[];
  readonly port: number[];
  readonly path?: string | undefined;
}

/** The driver tells it of the TLS connection within, which passes by the listeners and the write() of the other one. */
type Plain = Socket & { onsecure(secure: Socket): void };

/**
 * A connection that the other side closes is an error. Without it the driver takes a server that hangs up at once (a
 * balancer in front of nothing, another protocol) for one to call again: at once, without end, and without an answer to
 * the query.
 */
export function socket({ host, port, path }: Address): Plain {
  const connection = Object.assign(new Socket(), { host: host[0], port: port[0], onsecure: failsAtEnd });
  failsAtEnd(connection);
  if (path) connection.connect(path);
  else connection.connect({ port: port[0] ?? 5432, host: host[0] });
  return connection;
}

function failsAtEnd(connection: Socket): void {
  connection.once('end', () => {
    if (!connection.writableEnded)
      connection.destroy(failure('ECONNRESET', 'The server closed the connection.'));
  });
}

/** Milliseconds: how long a server may be silent, which is longer than any statement may run, and how often to look. */
const silence = 5000;
const look = 500;

interface Seen {
  readonly read: number;
  readonly written: number;
  /** Since when more was written and nothing was read. */
  since?: number;
}

const watched = new Map<Socket, Seen>();

/**
 * The same for a pool whose statements have time limits: ends a connection to a server that has vanished without a
 * word, to which TCP would try to send for a quarter of an hour.
 */
export function watchedSocket(address: Address): Plain {
  const connection = socket(address);
  if (address.path) return connection;
  watch(connection);
  connection.onsecure = (secure) => {
    failsAtEnd(secure);
    watched.delete(connection);
    watch(secure);
  };
  return connection;
}

function watch(connection: Socket): void {
  watched.set(connection, { read: 0, written: 0 });
  const { write } = connection;
  // What is written after an answer waits for the next one.
  connection.write = ((...args: Parameters<typeof write>) => {
    const { bytesRead: read, bytesWritten: written } = connection;
    if (watched.get(connection)?.read !== read) watched.set(connection, { read, written });
    return write.apply(connection, args);
  }) as typeof write;
}

setInterval(() => {
  const now = performance.now();
  for (const [connection, seen] of watched) {
    const { bytesRead: read, bytesWritten: written, destroyed } = connection;
    if (destroyed) watched.delete(connection);
    else if (read !== seen.read || written === seen.written) watched.set(connection, { read, written });
    else {
      seen.since ??= now;
      if (now - seen.since >= silence) connection.destroy(failure('ETIMEDOUT', 'The server is silent.'));
    }
  }
}, look).unref();

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });
