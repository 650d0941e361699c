import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerInput, WorkerReply, WorkerRequest } from './worker.ts';

/** The embedded database does not start, or has stopped by itself. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

const STOP_TIMEOUT_MS = 10_000;

// The worker has this file's extension: .ts from source, .js from a bundle. A bundler does not find it, so `worker` must
// be an entry point of its own whose output is beside the one with this code.
const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

// JavaScript's part of the thread, without the database's memory and the messages: V8 would let 100 MB of garbage lie there.
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/** The database's worker thread. */
export class DatabaseThread {
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  #dump = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  #ready = Promise.withResolvers<void>();
  #reason: string | undefined;
  #state: 'starting' | 'running' | 'stopping' = 'starting';
  readonly #onNotice: (line: string) => void;

  /**
   * @param onExit called once if the thread ends by itself after it was ready
   * @param onNotice called with lines for the operator
   */
  constructor(input: WorkerInput, onExit: (error: EmbeddedError) => void, onNotice: (line: string) => void) {
    this.#onNotice = onNotice;
    // Without the process's environment, which holds secrets, and its flags, some of which are invalid for a thread.
    this.#worker = new Worker(WORKER, {
      name: 'database',
      workerData: input,
      env: {},
      execArgv: [],
      resourceLimits,
    });
    this.#worker.on('message', (reply: WorkerReply) => this.#onMessage(reply));
    this.#worker.on('error', (error: Error) => {
      this.#reason ??= error.message;
    });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#exited.then(() => this.#onExit(onExit));
    this.#dump.promise.catch(() => {});
  }

  /** @throws {EmbeddedError} if it does not start */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  dump(): Promise<Uint8Array<ArrayBuffer>> {
    this.#send('dump');
    return this.#dump.promise;
  }

  async stop(): Promise<void> {
    this.#state = 'stopping';
    this.#send('stop');
    const timer = setTimeout(() => this.#worker.terminate(), STOP_TIMEOUT_MS);
    await this.#exited;
    clearTimeout(timer);
  }

  #send(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  #onMessage(reply: WorkerReply): void {
    if (reply.type === 'failed') this.#reason = reply.message;
    if (reply.type === 'notice') this.#onNotice(reply.line);
    if (reply.type === 'ready') {
      this.#state = 'running';
      this.#ready.resolve();
    }
    if (reply.type === 'dump') {
      this.#dump.resolve(reply.bytes);
      this.#dump = Promise.withResolvers();
      this.#dump.promise.catch(() => {});
    }
  }

  #onExit(onExit: (error: EmbeddedError) => void): void {
    const reason = this.#reason ?? 'its thread ended';
    const verb = this.#state === 'starting' ? 'does not start' : 'has stopped';
    const error = new EmbeddedError(`the embedded database ${verb}: ${reason}`);
    this.#ready.reject(error);
    this.#dump.reject(error);
    if (this.#state === 'running') onExit(error);
  }
}
