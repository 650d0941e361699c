import { Worker } from 'node:worker_threads';
import { DomainError, type Issue } from '@daybook/domain';
import type { Preview, PreviewOptions, SourceRecord } from '@daybook/domain/imports';
import { UnreadableFile, unreadable } from './cells.ts';
import type { DumpOptions } from './dump.ts';

/** `type`: the media type, as the sender says. */
export type ImportOptions = PreviewOptions & { readonly type: string };

type Asked = { readonly options: ImportOptions } | { readonly dump: DumpOptions };
export type Question = Asked & { readonly bytes: Uint8Array };
export type Answer = { readonly result: unknown } | { readonly issue: Issue };

interface ThreadLimits {
  /** Of one file, after which the thread is ended. */
  readonly timeMs: number;
  /** Of the thread's own objects. */
  readonly heapMebibytes: number;
  /** How many files may wait. */
  readonly queue: number;
  /** Without a file, after which the thread is ended. */
  readonly idleMs: number;
}
const defaultLimits: ThreadLimits = { timeMs: 30_000, heapMebibytes: 256, queue: 8, idleMs: 30_000 };

const stopping = () => new DomainError('UNAVAILABLE', 'The service is stopping.', { retryAfter: 5 });

/** In the bundle every entry stands beside the others. */
const defaultScript = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './import-worker.js',
  import.meta.url,
);

/**
 * Reads files one after another in a thread, which begins with the first one: others do not wait for it, and whatever a file
 * holds, the process stays as it is.
 */
export class ImportThread {
  readonly #limits: ThreadLimits;
  readonly #script: URL;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;
  #isClosed = false;

  constructor(limits: Partial<ThreadLimits> = {}, script = defaultScript) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#script = script;
  }

  /**
   * @param bytes are moved to the thread, and empty afterwards
   * @throws UnreadableFile
   * @throws DomainError UNAVAILABLE where too many wait
   */
  run = (bytes: Uint8Array, options: ImportOptions): Promise<Preview> =>
    this.#queued(bytes, { options }) as Promise<Preview>;

  /** The same of a database of Manager-2.0. */
  readDump = (bytes: Uint8Array, dump: DumpOptions): Promise<SourceRecord[]> =>
    this.#queued(bytes, { dump }) as Promise<SourceRecord[]>;

  #queued(bytes: Uint8Array, asked: Asked): Promise<unknown> {
    if (this.#isClosed || this.#count > this.#limits.queue)
      throw new DomainError('UNAVAILABLE', 'Too many files are being read: try again.', { retryAfter: 5 });
    this.#count += 1;
    const result = this.#last
      .then(() => this.#one(bytes, asked))
      .finally(() => {
        this.#count -= 1;
      });
    this.#last = result.catch(() => {});
    return result;
  }

  /** What is being read is broken off. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
    await this.#last;
  }

  #start(): Worker {
    const { heapMebibytes } = this.#limits;
    const worker = new Worker(this.#script, {
      // Flags and variables of the service are its own.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes, maxYoungGenerationSizeMb: 16 },
    });
    // Whoever waits hears it too; between two files nobody does.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #one(bytes: Uint8Array, asked: Asked): Promise<unknown> {
    if (this.#isClosed) throw stopping();
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    const timer = setTimeout(() => void this.#end(), this.#limits.timeMs);
    const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
    const moved = isWhole ? bytes : new Uint8Array(bytes);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const onError = (error: Error & { code?: string }) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? unreadable('file_too_costly') : error);
    const onExit = () => reject(this.#isClosed ? stopping() : unreadable('file_too_costly'));
    worker.once('message', resolve).once('error', onError).once('exit', onExit);
    try {
      worker.postMessage({ bytes: moved, ...asked } satisfies Question, [moved.buffer as ArrayBuffer]);
      const answer = await promise;
      if ('issue' in answer) throw new UnreadableFile(answer.issue);
      return answer.result;
    } finally {
      clearTimeout(timer);
      worker.off('message', resolve).off('error', onError).off('exit', onExit).unref();
      this.#idle = setTimeout(() => void this.#end(), this.#limits.idleMs).unref();
    }
  }
}
