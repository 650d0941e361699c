import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Env } from './env.ts';

/** The service cannot listen where it is told to; the message says how to mend it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

const unknownHost = (host: string) =>
  `HOST ${host} is the name of no machine: take 127.0.0.1, or 0.0.0.0 for all.`;

const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `Port ${port} is in use: stop the other program, or set PORT.`,
  EACCES: (_, port) => `This user may not listen on port ${port}: set PORT to 1024 or more.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is no address of this machine: take 127.0.0.1, or 0.0.0.0 for all.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
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
    const reason =
      reasons[code]?.(host, port) ?? `HOST ${host} and PORT ${port} cannot be listened on (${code}).`;
    throw new ListenError(reason, { cause });
  }
  const named = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${named.includes(':') ? `[${named}]` : named}:${(app.server.address() as AddressInfo).port}`;
}
