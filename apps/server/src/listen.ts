import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Env } from './env.ts';

/** The service cannot listen on HOST and PORT; the message says how to correct it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

const unresolvedHost = (host: string) =>
  `HOST ${host} does not resolve to an address: set it to 127.0.0.1, or to 0.0.0.0 for all.`;

const messages: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `Port ${port} is in use: stop the other program, or set PORT.`,
  EACCES: (_, port) => `This user may not listen on port ${port}: set PORT to 1024 or more.`,
  EADDRNOTAVAIL: (host) =>
    `HOST ${host} is not an address of this machine: set it to 127.0.0.1, or to 0.0.0.0 for all.`,
  ENOTFOUND: unresolvedHost,
  EAI_AGAIN: unresolvedHost,
};

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
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const message =
      messages[code]?.(host, port) ?? `HOST ${host} and PORT ${port} cannot be listened on (${code}).`;
    throw new ListenError(message, { cause });
  }
  return addressOf(host, (app.server.address() as AddressInfo).port);
}

/** The URL of a service that listens there, from this machine. */
export function addressOf(host: string, port: number): string {
  const hostname = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}
