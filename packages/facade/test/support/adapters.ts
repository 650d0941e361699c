import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { AnyTRPCRouter } from '@trpc/server';
import Fastify from 'fastify';
import { packing } from '../../../../scripts/packing.ts';
import { fetchHandler } from '../../src/fetch.ts';
import { restPlugin, serverOptions, setErrorHandlers } from '../../src/index.ts';

const { environment } = packing('facade');

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

/**
 * Starts a program that prints its address, calls `use` with it, and ends it.
 * @throws with what it said, if it ends before it prints one
 */
export async function served<Result>(
  command: string,
  args: readonly string[],
  cwd: string,
  use: (address: string) => Promise<Result>,
): Promise<Result> {
  const program = spawn(command, args, {
    cwd,
    env: { ...environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    return await use(await addressOf(program));
  } finally {
    if (program.exitCode === null && program.kill()) await once(program, 'exit');
  }
}

async function addressOf(program: ChildProcess): Promise<string> {
  const said: string[] = [];
  program.stderr?.on('data', (text) => said.push(String(text)));
  if (!program.stdout) throw new Error('No output');
  for await (const line of createInterface(program.stdout)) {
    const [address] = /https?:\/\/\S+/.exec(line) ?? [];
    if (address) return address.replace('[::1]', 'localhost').replace('0.0.0.0', '127.0.0.1');
    said.push(`${line}\n`);
  }
  throw new Error(`It ended without an address:\n${said.join('')}`);
}
