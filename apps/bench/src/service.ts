import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeExit } from '@daybook/testing/before-exit';
import { cpuOf, memoryOf, serverFlags } from '@daybook/testing/machine';
import { CASES, send } from './cases.ts';
import type { Dataset } from './dataset.ts';
import { pinned } from './load.ts';
import { PEERS, type PeerName } from './peers.ts';

/** A peer's server process. */
export interface Service {
  readonly peer: PeerName;
  readonly url: string;
  /** Microseconds of CPU spent so far, by all threads; NaN where /proc does not say. */
  cpu(): number;
  /** Bytes of memory; NaN where /proc does not say. */
  memory(): number;
  /** @throws Error with what it wrote, if it has ended by itself */
  stop(): Promise<void>;
}

const bench = fileURLToPath(new URL('..', import.meta.url));
// Every peer gets what `npm start` gives Daybook: the same flags, and the cache of compiled code.
const cache = getCompileCacheDir();
const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

/** What Node cannot run as it stands. */
export function build(peers: readonly PeerName[]): void {
  if (peers.some((peer) => PEERS[peer].built)) execFileSync(tsc, ['-p', join(bench, 'tsconfig.nest.json')]);
}

/** Starts a server on its own core and waits until it listens. @throws Error with what it wrote, if it does not */
export async function startService(
  peer: PeerName,
  { databaseUrl = '', jwtSecret = '' }: Partial<Dataset> = {},
): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-data-'));
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    JWT_SECRET: jwtSecret,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    TIME_ZONE: 'UTC',
    // One folder below is the version of Node.
    ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }),
  };
  const settings = JSON.stringify({ databaseUrl, jwtSecret });
  const [command, ...args] = pinned(
    'server',
    process.execPath,
    ...serverFlags,
    PEERS[peer].entry,
    settings,
    peer,
  );
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  const cancelCleanup = beforeExit(() => {
    child.kill('SIGKILL');
    remove();
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4000);
    });
  try {
    const url = await listening(child);
    return {
      peer,
      url,
      cpu: () => cpuOf(child.pid ?? 0) * 1e6,
      memory: () => memoryOf(child.pid ?? 0) * 2 ** 20,
      async stop() {
        const { exitCode, signalCode } = child;
        const ended = exitCode ?? signalCode;
        if (ended === null) {
          child.kill('SIGTERM');
          await once(child, 'exit');
        }
        cancelCleanup();
        remove();
        if (ended !== null) throw new Error(`${peer} ended by itself (${ended}): ${output}`);
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    cancelCleanup();
    remove();
    throw new Error(`${peer} did not start: ${error instanceof Error ? error.message : error}`);
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const url = /ready at (http:\/\/127\.0\.0\.1:\d+)\b/.exec(output)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`exit ${code}: ${output}`)));
  });
}

/** Milliseconds from the start of the process to its first answer, which is one bill. */
export async function startUp(peer: PeerName, dataset: Dataset): Promise<number> {
  const begin = performance.now();
  const service = await startService(peer, dataset);
  try {
    await send(service.url, CASES['get-bill'].request(dataset, 0));
    return performance.now() - begin;
  } finally {
    await service.stop();
  }
}
