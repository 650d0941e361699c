/**
 * The thread of the embedded database: PGlite behind a socket server. Started by thread.ts only. A new database is created
 * by this file too, in a process that the thread starts.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { isMainThread, parentPort } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createIfMissing, DurableFS, durableParams } from './durable.ts';
import { freeSpace, fullDiskError, Maintenance, maintenanceParams } from './maintenance.ts';
import { QueryQueue } from './query-queue.ts';
import { Session } from './session.ts';
import { SocketServer } from './socket-server.ts';

/** The path of the socket, and the folder of the database or, in memory, the dump to load. */
export type WorkerInput = { socket: string; folder?: string; load?: Blob };
export type WorkerRequest = 'dump' | 'stop';
export type WorkerReply =
  | { type: 'ready' }
  | { type: 'dump'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'failed'; message: string }
  | { type: 'notice'; line: string };

type Program = NonNullable<PGliteOptions['pgliteWasmModule']>;

/** The service's pools, those of tests and tools, and some psql. */
const MAX_CONNECTIONS = 72;

/** PGlite's buffers are 160 MB by default, all of it in use from the start. Commits are flushed in groups (Session). */
const commonParams = ['-c', 'shared_buffers=16MB', '-c', 'synchronous_commit=off'];

// No optimizing compiler for WebAssembly, which is this database alone: it holds 60 MB more, and starts later.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);

/** Where the process that creates a database does it. */
const newFolder = isMainThread ? process.argv[2] : undefined;
let input: WorkerInput | undefined;
let program: Program | undefined;
// PostgreSQL's last fatal error, for the message.
const lastErrors: string[] = [];

if (newFolder) {
  // The service ends it. What stops a group of processes stops the service as well, which would take this for a failure.
  process.on('disconnect', () => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  await openOnDisk(newFolder)
    .then((created) => created.close())
    .catch(exitWith);
  process.exit(0);
}
const given = Promise.withResolvers<WorkerInput>();
const ready = Promise.withResolvers<void>();
parentPort?.on('message', (message: WorkerInput | WorkerRequest) => {
  if (typeof message === 'object') given.resolve(message);
  else ready.promise.then(message === 'dump' ? dump : stop).catch(exitWith);
});
// Before it is known which database: see `prepareEmbedded`.
program = await compileProgram().catch(exitWith);
input = await given.promise;
const database = await start(input).catch(exitWith);
const server = new SocketServer(new QueryQueue(database), MAX_CONNECTIONS);
await server.listen(input.socket).catch(exitWith);
ready.resolve();
reply({ type: 'ready' });

async function compileProgram(): Promise<Program> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  // Node's types leave it out.
  const { compile } = (
    globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<Program> } }
  ).WebAssembly;
  return compile(await readFile(file));
}

async function start({ folder, load }: WorkerInput): Promise<Session> {
  if (!folder) {
    const startParams = [...PGlite.defaultStartParams, ...commonParams];
    const options = { ...commonOptions(), startParams, ...(load && { loadDataDir: load }) };
    return new Session(options, exitWith).open();
  }
  await createIfMissing(folder, createInProcess);
  return openOnDisk(folder);
}

/** In a process of its own: the memory of initdb and of the first start is free when it ends, which a thread's is not. */
async function createInProcess(newFolder: string): Promise<void> {
  const child = fork(new URL(import.meta.url), [newFolder], { env: {}, execArgv: [] });
  let reason: string | undefined;
  child.on('message', (answer: WorkerReply) => {
    if (answer.type === 'failed') reason = answer.message;
  });
  // Its last message may come after its end.
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  if (code !== 0) throw new Error(reason ?? `its process ended with ${signal ?? code}`);
}

function openOnDisk(folder: string): Promise<Session> {
  const startParams = [...durableParams(PGlite.defaultStartParams), ...commonParams, ...maintenanceParams];
  const maintenance = new Maintenance(
    () => freeSpace(folder),
    (line) => reply({ type: 'notice', line }),
  );
  const options = { ...commonOptions(), fs: new DurableFS(folder), startParams };
  return new Session(
    options,
    exitWith,
    () => maintenance.next(),
    () => maintenance.preservedSettings(),
  ).open();
}

function commonOptions(): PGliteOptions {
  return {
    extensions: { pg_trgm },
    ...(program && { pgliteWasmModule: program }),
    onStderr: (line) => {
      if (/FATAL|PANIC/.test(line)) lastErrors.splice(0, 1, line);
      return false;
    },
  };
}

async function dump(): Promise<void> {
  // Otherwise loading the dump has to replay the WAL.
  await database.exec('checkpoint');
  const file = await database.dumpDataDir('none');
  const bytes = new Uint8Array(await file.arrayBuffer());
  reply({ type: 'dump', bytes }, [bytes.buffer]);
}

async function stop(): Promise<void> {
  await server.stop();
  await database.close();
  process.exit(0);
}

function reply(message: WorkerReply, transfer: ArrayBuffer[] = []): void {
  if (isMainThread) process.send?.(message);
  else parentPort?.postMessage(message, transfer);
}

/** The session is broken, or never started: ends the thread, since nothing can be recovered. */
function exitWith(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const folder = newFolder ?? input?.folder;
  const message = (folder && fullDiskError(dirname(folder))) || [reason, ...lastErrors].join(': ');
  reply({ type: 'failed', message });
  process.exit(1);
}
