import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Env } from './env.ts';

/** The service cannot listen where it is told to; the message says how to correct it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

interface Wanted {
  readonly host: string;
  readonly port: number;
  /** What the two are called in the environment. */
  readonly hostName: string;
  readonly portName: string;
}

const unresolvedHost = ({ host, hostName }: Wanted) =>
  `${hostName} ${host} does not resolve to an address: set it to 127.0.0.1, or to 0.0.0.0 for all.`;

const messages: Readonly<Record<string, (wanted: Wanted) => string>> = {
  EADDRINUSE: ({ port, portName }) => `Port ${port} is in use: stop the other program, or set ${portName}.`,
  EACCES: ({ port, portName }) =>
    `This user may not listen on port ${port}: set ${portName} to 1024 or more.`,
  EADDRNOTAVAIL: ({ host, hostName }) =>
    `${hostName} ${host} is not an address of this machine: set it to 127.0.0.1, or to 0.0.0.0 for all.`,
  ENOTFOUND: unresolvedHost,
  EAI_AGAIN: unresolvedHost,
};

/** The error for one of Node's while listening there. */
export function listenError(cause: unknown, wanted: Wanted): ListenError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const { host, port, hostName, portName } = wanted;
  const message =
    messages[code]?.(wanted) ??
    `${hostName} ${host} and ${portName} ${port} cannot be listened on (${code}).`;
  return new ListenError(message, { cause });
}

/**
 * Listens on HOST and PORT.
 * @returns the address to open on this machine, without the base path
 * @throws ListenError
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Env, 'host' | 'port'>,
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw listenError(cause, { host, port, hostName: 'HOST', portName: 'PORT' });
  }
  return addressOf(host, (app.server.address() as AddressInfo).port);
}

/** The URL of a service that listens there, from this machine. */
export function addressOf(host: string, port: number): string {
  const hostname = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}
