import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
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

/** The database's worker thread. It loads at once, and waits for `open`. */
export class DatabaseThread {
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  #dump = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  #ready = Promise.withResolvers<void>();
  #reason: string | undefined;
  #state: 'starting' | 'running' | 'stopping' = 'starting';
  #onExit: (error: EmbeddedError) => void = () => {};
  #onNotice: (line: string) => void = () => {};

  constructor() {
    const compiled = getCompileCacheDir();
    // Without the process's environment, which holds secrets, and its flags, some of which are invalid for a thread.
    this.#worker = new Worker(WORKER, {
      name: 'database',
      // getCompileCacheDir() is the folder of this version of Node, within the one that NODE_COMPILE_CACHE names.
      env: compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {},
      execArgv: [],
      resourceLimits,
    });
    this.#worker.on('message', (reply: WorkerReply) => this.#onMessage(reply));
    this.#worker.on('error', (error: Error) => {
      this.#reason ??= error.message;
    });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#exited.then(() => this.#ended());
    this.#ready.promise.catch(() => {});
    this.#dump.promise.catch(() => {});
  }

  /**
   * @param onExit called once if the thread ends by itself after it was ready
   * @param onNotice called with lines for the operator
   * @throws {EmbeddedError} if it does not start
   */
  open(
    input: WorkerInput,
    onExit: (error: EmbeddedError) => void,
    onNotice: (line: string) => void,
  ): Promise<void> {
    this.#onExit = onExit;
    this.#onNotice = onNotice;
    this.#send(input);
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

  #send(request: WorkerInput | WorkerRequest): void {
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

  #ended(): void {
    const reason = this.#reason ?? 'its thread ended';
    const verb = this.#state === 'starting' ? 'does not start' : 'has stopped';
    const error = new EmbeddedError(`the embedded database ${verb}: ${reason}`);
    this.#ready.reject(error);
    this.#dump.reject(error);
    if (this.#state === 'running') this.#onExit(error);
  }
}
