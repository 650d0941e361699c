import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerInput, WorkerReply, WorkerRequest } from './worker.ts';

/** The embedded database does not start, or has ended by itself. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

const STOP_DEADLINE = 10_000;

// The worker has this file's extension: .ts from source, .js from a bundle. A bundler does not see it: `worker`
// must be an entry point of its own that lands beside the file this code ends up in.
const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** The database's thread, seen from the main one. */
export class DatabaseThread {
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  #dump = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  #ready = Promise.withResolvers<void>();
  #reason: string | undefined;
  #state: 'starting' | 'running' | 'stopping' = 'starting';
  readonly #onNotice: (line: string) => void;

  /**
   * @param onDeath called once if the thread ends by itself after it was ready
   * @param onNotice called with what the operator should know
   */
  constructor(input: WorkerInput, onDeath: (error: EmbeddedError) => void, onNotice: (line: string) => void) {
    this.#onNotice = onNotice;
    // Neither the process's environment, which holds secrets, nor its flags, some of which fit no thread.
    this.#worker = new Worker(WORKER, { name: 'database', workerData: input, env: {}, execArgv: [] });
    this.#worker.on('message', (reply: WorkerReply) => this.#hear(reply));
    this.#worker.on('error', (error: Error) => {
      this.#reason ??= error.message;
    });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#exited.then(() => this.#die(onDeath));
    this.#dump.promise.catch(() => {});
  }

  /** @throws {EmbeddedError} if it does not start */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  dump(): Promise<Uint8Array<ArrayBuffer>> {
    this.#ask('dump');
    return this.#dump.promise;
  }

  async stop(): Promise<void> {
    this.#state = 'stopping';
    this.#ask('stop');
    const deadline = setTimeout(() => this.#worker.terminate(), STOP_DEADLINE);
    await this.#exited;
    clearTimeout(deadline);
  }

  #ask(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  #hear(reply: WorkerReply): void {
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

  #die(onDeath: (error: EmbeddedError) => void): void {
    const reason = this.#reason ?? 'its thread ended';
    const verb = this.#state === 'starting' ? 'does not start' : 'has stopped';
    const error = new EmbeddedError(`the embedded database ${verb}: ${reason}`);
    this.#ready.reject(error);
    this.#dump.reject(error);
    if (this.#state === 'running') onDeath(error);
  }
}
