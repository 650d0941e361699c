import { Readable } from 'node:stream';
import { Turns } from '@daybook/api';
import { HttpError } from '@daybook/facade';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How many requests of one kind are taken on. */
export interface BulkheadLimits {
  /** Requests that run at a time. */
  readonly concurrency: number;
  /** A further limit on all bulkheads together that have this same object. */
  readonly shared?: { readonly concurrency: number };
  /** Requests that may wait. */
  readonly queueLimit: number;
  /** Whether clients take turns, and one has at most as many of those places as it leaves to others. */
  readonly isFair?: true;
  /** How long they may wait: `burstWaitMs`, or `maxWaitMs` once no request has found a free place for that long. */
  readonly maxWaitMs: number;
  readonly burstWaitMs: number;
}

/** More requests than can be served in time. Counted instead of logged one by one: there are too many. */
export class OverloadError extends HttpError {
  static count = 0;

  constructor() {
    OverloadError.count += 1;
    super('UNAVAILABLE', 'Too many requests at once: try again.');
  }
}

interface Waiter {
  readonly since: number;
  /** Whose request it is, where the bulkhead is fair. */
  readonly client: string;
  readonly isGone: () => boolean;
  readonly start: (error?: Error) => void;
}

/** Bulkheads with one limit on all of them together. */
interface Group {
  readonly concurrency: number;
  readonly members: Bulkhead[];
  running: number;
}

/** What a bulkhead does just now, and how many requests it has refused since the start. */
export interface BulkheadState {
  readonly running: number;
  readonly waiting: number;
  readonly refused: number;
}

/** Requests of one kind that run, and those that wait for it, in the order of arrival or of their clients' turns. */
class Bulkhead {
  readonly #limits: BulkheadLimits;
  readonly #group: Group;
  readonly #queue = new Turns<Waiter>();
  #running = 0;
  #refused = 0;
  #lastFreeAt = performance.now();

  constructor(limits: BulkheadLimits, group: Group) {
    this.#limits = limits;
    this.#group = group;
    group.members.push(this);
  }

  get isFair(): boolean {
    return this.#limits.isFair === true;
  }

  get hasWaiting(): boolean {
    return this.#queue.size > 0;
  }

  state(): BulkheadState {
    return { running: this.#running, waiting: this.#queue.size, refused: this.#refused };
  }

  /** The error for a request that it does not take. */
  refusal(): OverloadError {
    this.#refused += 1;
    return new OverloadError();
  }

  /** Would one more wait in vain? Also where the first in the queue has waited for three quarters of its time. */
  isOverloaded(client: string): boolean {
    if (this.#isFree()) return false;
    if (!this.#hasRoom(client)) return true;
    const waitedMs = performance.now() - this.#firstSince();
    return !this.isFair && waitedMs > 0.75 * this.#currentMaxWaitMs();
  }

  enter(waiter: Waiter): void {
    if (this.#isFree()) {
      this.#lastFreeAt = waiter.since;
      this.#start(waiter);
    } else if (this.#hasRoom(waiter.client)) this.#queue.add(waiter.client, waiter);
    else waiter.start(this.refusal());
  }

  leave(): void {
    this.#running -= 1;
    this.#group.running -= 1;
    for (let next = this.#longestWait(); next; next = this.#longestWait()) {
      const waiter = next.#queue.next();
      if (waiter && !waiter.isGone()) next.#start(waiter);
    }
  }

  /** Refuses those who have waited for so long. */
  refuse(waitedMs = this.#currentMaxWaitMs()): void {
    const latest = performance.now() - waitedMs;
    for (const { start } of this.#queue.removeWhile(({ since }) => since <= latest)) start(this.refusal());
  }

  /** Of the bulkheads with a free place and a queue, the one whose first waiter came first. */
  #longestWait(): Bulkhead | undefined {
    let longest: Bulkhead | undefined;
    for (const bulkhead of this.#group.members) {
      if (bulkhead.#queue.size === 0 || !bulkhead.#isFree()) continue;
      if (!longest || bulkhead.#firstSince() < longest.#firstSince()) longest = bulkhead;
    }
    return longest;
  }

  #start({ start }: Waiter): void {
    this.#running += 1;
    this.#group.running += 1;
    start();
  }

  #isFree(): boolean {
    return this.#running < this.#limits.concurrency && this.#group.running < this.#group.concurrency;
  }

  #hasRoom(client: string): boolean {
    const { queueLimit } = this.#limits;
    return this.isFair ? this.#queue.hasRoom(client, queueLimit) : this.#queue.size < queueLimit;
  }

  #firstSince(): number {
    return this.#queue.first()?.since ?? Infinity;
  }

  #currentMaxWaitMs(): number {
    const { maxWaitMs, burstWaitMs } = this.#limits;
    return performance.now() - this.#lastFreeAt < burstWaitMs ? burstWaitMs : maxWaitMs;
  }
}

/** It is mostly silent, lasts for minutes, and has limits of its own. */
export const isEventStream = (reply: FastifyReply) =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream');

const sweepIntervalMs = 50;
const reportIntervalMs = 10_000;

const BULKHEAD = Symbol('admission.bulkhead');
type AdmittedRequest = FastifyRequest & { [BULKHEAD]?: Bulkhead | undefined };

/**
 * Gives each request on the routes of this scope a place in its bulkhead, or answers 503. It has the place from when its
 * body has arrived to when its answer is made: a client that sends or reads slowly takes none. An answer that is made while
 * it is read keeps its place until its end, unless it is a stream of events.
 * @param clientOf whose request it is; asked for bulkheads that are fair
 * @returns what each bulkhead does just now
 */
export function admission(
  app: FastifyInstance,
  limits: Readonly<Record<string, BulkheadLimits>>,
  nameOf: (request: FastifyRequest) => string,
  clientOf: (request: FastifyRequest) => string,
): () => Readonly<Record<string, BulkheadState>> {
  const groups = new Map<BulkheadLimits['shared'], Group>();
  const groupOf = ({ shared }: BulkheadLimits): Group => {
    const group = groups.get(shared) ?? {
      concurrency: shared?.concurrency ?? Infinity,
      members: [],
      running: 0,
    };
    // Alone without a shared limit.
    if (shared) groups.set(shared, group);
    return group;
  };
  const bulkheads = new Map(
    Object.entries(limits).map(([name, its]) => [name, new Bulkhead(its, groupOf(its))]),
  );
  const all = [...bulkheads.values()];
  const bulkheadOf = (request: FastifyRequest) => bulkheads.get(nameOf(request)) as Bulkhead;
  const clientIn = (bulkhead: Bulkhead, request: FastifyRequest) =>
    bulkhead.isFair ? clientOf(request) : '';
  const leave = (request: AdmittedRequest) => {
    request[BULKHEAD]?.leave();
    request[BULKHEAD] = undefined;
  };

  let reportedAt = 0;
  let reported = OverloadError.count;
  let sweeping: NodeJS.Timeout | undefined;
  /** Only while requests wait, or were refused and are not reported yet: an idle service does not wake up for it. */
  const watch = () => {
    sweeping ??= setTimeout(sweep, sweepIntervalMs).unref();
  };
  const sweep = () => {
    sweeping = undefined;
    for (const bulkhead of all) bulkhead.refuse();
    const refused = OverloadError.count - reported;
    const now = performance.now();
    if (refused > 0 && now - reportedAt >= reportIntervalMs) {
      app.log.warn({ refused }, 'more requests than can be served in time');
      reportedAt = now;
      reported += refused;
    }
    if (reported < OverloadError.count || all.some((bulkhead) => bulkhead.hasWaiting)) watch();
  };

  app.decorateRequest(BULKHEAD, undefined);
  // Before the database is asked who the caller is.
  app.addHook('onRequest', (request, _reply, done) => {
    const bulkhead = bulkheadOf(request);
    if (!bulkhead.isOverloaded(clientIn(bulkhead, request))) return done();
    watch();
    done(bulkhead.refusal());
  });
  app.addHook('preValidation', (request: AdmittedRequest, { raw }: FastifyReply, done) => {
    const bulkhead = bulkheadOf(request);
    const start = (error?: Error) => {
      if (!error) {
        request[BULKHEAD] = bulkhead;
        // Where the client has gone there may be no answer.
        raw.once('close', () => leave(request));
      }
      done(error);
    };
    const client = clientIn(bulkhead, request);
    bulkhead.enter({ since: performance.now(), client, isGone: () => raw.destroyed, start });
    if (bulkhead.hasWaiting) watch();
  });
  app.addHook('onSend', (request: AdmittedRequest, reply, payload, done) => {
    if (!(payload instanceof Readable) || isEventStream(reply)) leave(request);
    done(null, payload);
  });

  app.addHook('onClose', async () => {
    clearTimeout(sweeping);
    // Only injected requests still wait: every connection has its answer by now.
    for (const bulkhead of all) bulkhead.refuse(0);
  });
  return () => Object.fromEntries([...bulkheads].map(([name, bulkhead]) => [name, bulkhead.state()]));
}
