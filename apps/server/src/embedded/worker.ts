/** The thread of the embedded database: PGlite behind a socket server. Started by embedded.ts only. */
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { createOnce, DurableFS, durableParams } from './durable.ts';
import { Session } from './session.ts';
import { freeSpace, fullDisk, Upkeep, upkeepParams } from './upkeep.ts';

/** Where the socket goes, and the folder of the database or, in memory, the dump to begin with. */
export type WorkerInput = { socket: string; folder?: string; load?: Blob };
export type WorkerRequest = 'dump' | 'stop';
export type WorkerReply =
  | { type: 'ready' }
  | { type: 'dump'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'failed'; message: string }
  | { type: 'notice'; line: string };

/** The service's pools (24), those of tests and tools, and some psql. */
const MAX_CONNECTIONS = 48;

const input: WorkerInput = workerData;
// The last words of PostgreSQL, for the message of a failure.
const said: string[] = [];

const database = await start().catch(fail);
const server = new PGLiteSocketServer({ db: database, path: input.socket, maxConnections: MAX_CONNECTIONS });
await server.start().catch(fail);
parentPort?.on('message', (request: WorkerRequest) => {
  (request === 'dump' ? dump() : stop()).catch(fail);
});
reply({ type: 'ready' });

async function start(): Promise<Session> {
  const { folder, load } = input;
  if (!folder) return new Session(load ? { ...common(), loadDataDir: load } : common(), fail).open();
  await createOnce(folder, async (draft) => (await onDisk(draft)).close());
  return onDisk(folder);
}

function onDisk(folder: string): Promise<Session> {
  const startParams = [...durableParams(PGlite.defaultStartParams), ...upkeepParams];
  const upkeep = new Upkeep(
    () => freeSpace(folder),
    (line) => reply({ type: 'notice', line }),
  );
  const options = { ...common(), fs: new DurableFS(folder), startParams };
  return new Session(options, fail, () => upkeep.due()).open();
}

function common(): PGliteOptions {
  return {
    extensions: { pg_trgm },
    onStderr: (line) => {
      if (/FATAL|PANIC/.test(line)) said.splice(0, 1, line);
      return false;
    },
  };
}

async function dump(): Promise<void> {
  // Without it, whoever loads the dump replays the log first.
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
  parentPort?.postMessage(message, transfer);
}

/** The session is lost, or never came: ends the thread, since nothing here could be saved. */
function fail(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = (input.folder && fullDisk(dirname(input.folder))) || [reason, ...said].join(': ');
  reply({ type: 'failed', message });
  process.exit(1);
}
