import { DomainError } from '@daybook/domain';
import PQueue from 'p-queue';

/** Bytes of JSON that the answers of one batch have at most. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Calls of a batch that are worked on at once: as many as a pool has connections. */
const MAX_RUNNING = 3;

/** What a middleware of tRPC passes on. */
interface Outcome {
  readonly ok: boolean;
  readonly data?: unknown;
}

/** The calls of one request, which together are bounded like one. */
export class Batch {
  readonly #queue = new PQueue({ concurrency: MAX_RUNNING });
  readonly #isOver: () => boolean;
  /** Whether one of the calls ends the session that asks. */
  readonly endsSession: boolean;
  #bytes = 0;

  /** @param isOver whether the request was answered, or its client has gone */
  constructor(isOver: () => boolean, endsSession = false) {
    this.#isOver = isOver;
    this.endsSession = endsSession;
  }

  /**
   * @param call one of the calls; a mutation that was done is answered, whatever its size
   * @throws BATCH_TOO_LARGE, UNAVAILABLE
   */
  run<T extends Outcome>(type: string, call: () => Promise<T>): Promise<T> {
    return this.#queue.add(async () => {
      if (this.#isOver()) throw new DomainError('UNAVAILABLE', 'The answer took too long: try again.');
      if (this.#bytes > MAX_BYTES) throw tooLarge();
      const outcome = await call();
      if (outcome.ok) this.#bytes += Buffer.byteLength(JSON.stringify(outcome.data) ?? '');
      if (this.#bytes > MAX_BYTES && type === 'query') throw tooLarge();
      return outcome;
    });
  }
}

const tooLarge = () =>
  new DomainError('BATCH_TOO_LARGE', 'The answers of a batch have at most 16 MiB: send this call alone.');
