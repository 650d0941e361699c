import type { AnyTRPCRouter } from '@trpc/server';
import Fastify from 'fastify';
import { fetchHandler } from '../../src/fetch.ts';
import { restPlugin, serverOptions, setErrorHandlers } from '../../src/index.ts';

/** Sends a request to a router, and stops what serves it. */
export interface Service {
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<unknown>;
}

interface Options {
  readonly jsonLimits?: { depth: number };
  readonly success?: (data: unknown) => unknown;
}

async function fastify(router: AnyTRPCRouter, options: Options = {}): Promise<Service> {
  const app = Fastify({ ...serverOptions(), forceCloseConnections: true });
  setErrorHandlers(app);
  await app.register(restPlugin(router, { context: () => ({}), timeoutMs: 5000, ...options }));
  const address = await app.listen({ port: 0 });
  return { send: (path, init) => fetch(address + path, init), close: () => app.close() };
}

async function web(router: AnyTRPCRouter, options: Options = {}): Promise<Service> {
  const handle = fetchHandler(router, { context: () => ({}), ...options });
  return {
    send: (path, init) => handle(new Request(`http://facade.test${path}`, init)),
    close: async () => undefined,
  };
}

/** Everything that an operation can say holds for both. */
export const adapters = [
  ['Fastify', fastify],
  ['fetch', web],
] as const;
