import { HttpError } from '@daybook/facade';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How much work of one kind is taken on. */
export interface Lane {
  /** Requests worked on at once. */
  readonly active: number;
  /** Requests that may wait for that. */
  readonly waiting: number;
  /** Milliseconds they may wait while there are more and more, and as long as it may be a burst that passes. */
  readonly patience: number;
  readonly burst: number;
}

/** More work than can be done in time. Logged now and then, not each time: there are too many. */
export class OverloadError extends HttpError {
  static count = 0;

  constructor() {
    OverloadError.count += 1;
    super('UNAVAILABLE', 'Too many requests at once: try again.');
  }
}

interface Waiting {
  readonly since: number;
  readonly isGone: () => boolean;
  readonly enter: (error?: Error) => void;
}

/** Milliseconds. */
const SWEEP = 50;
const REPORT = 10_000;

/** Requests of a lane, in the order of their arrival. */
class Queue {
  readonly #lane: Lane;
  #active = 0;
  #waiting: Waiting[] = [];
  /** When somebody last found a place free. */
  #free = performance.now();

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  /** Is there nothing to hope for? True when the first in the queue has nearly waited for what it may. */
  isHopeless(): boolean {
    if (this.#active < this.#lane.active) return false;
    const [first] = this.#waiting;
    const now = performance.now();
    return (
      this.#waiting.length >= this.#lane.waiting ||
      (!!first && now - first.since > this.#patience(now) * 0.75)
    );
  }

  enter(isGone: () => boolean, enter: Waiting['enter']): void {
    const now = performance.now();
    if (this.#active < this.#lane.active) {
      this.#active += 1;
      this.#free = now;
      enter();
    } else if (this.#waiting.length >= this.#lane.waiting) enter(new OverloadError());
    else this.#waiting.push({ since: now, isGone, enter });
  }

  leave(): void {
    this.#active -= 1;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (next.isGone()) continue;
      this.#active += 1;
      next.enter();
      return;
    }
  }

  sweep(now: number): void {
    const patience = this.#patience(now);
    const inTime = this.#waiting.findIndex(({ since }) => now - since < patience);
    const late = this.#waiting.splice(0, inTime === -1 ? Infinity : inTime);
    for (const { enter } of late) enter(new OverloadError());
  }

  #patience(now: number): number {
    const { patience, burst } = this.#lane;
    return now - this.#free < burst ? burst : patience;
  }
}

const PLACE = Symbol('admission.place');
type Admitted = FastifyRequest & { [PLACE]?: Queue | undefined };

/**
 * Bounds the work on the routes of this scope, so that what is taken on is done in time and the rest is told at once to
 * come again. A request counts from when its body is there to when its answer is made: who sends or reads slowly keeps
 * nobody else away.
 *
 * @param laneOf which lane a request belongs to
 */
export function admission(
  app: FastifyInstance,
  lanes: Readonly<Record<string, Lane>>,
  laneOf: (request: FastifyRequest) => string,
): void {
  const queues = new Map(Object.entries(lanes).map(([name, lane]) => [name, new Queue(lane)]));
  const queueOf = (request: FastifyRequest) => queues.get(laneOf(request)) as Queue;
  const leave = (request: Admitted) => {
    request[PLACE]?.leave();
    request[PLACE] = undefined;
  };

  app.decorateRequest(PLACE, undefined);
  // Before anybody looks who it is.
  app.addHook('onRequest', (request, _reply, done) => {
    done(queueOf(request).isHopeless() ? new OverloadError() : undefined);
  });
  app.addHook('preValidation', (request: Admitted, reply: FastifyReply, done) => {
    const queue = queueOf(request);
    const isGone = () => reply.raw.destroyed;
    queue.enter(isGone, (error) => {
      if (!error) {
        request[PLACE] = queue;
        // Where the client goes away there may be no answer.
        reply.raw.once('close', () => leave(request));
      }
      done(error);
    });
  });
  app.addHook('onSend', (request: Admitted, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
  let reported = 0;
  let counted = OverloadError.count;
  const sweeping = setInterval(() => {
    const now = performance.now();
    for (const queue of queues.values()) queue.sweep(now);
    if (OverloadError.count === counted || now - reported < REPORT) return;
    app.log.warn({ refused: OverloadError.count - counted }, 'more requests than can be served in time');
    counted = OverloadError.count;
    reported = now;
  }, SWEEP).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
}
