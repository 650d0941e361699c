import { HttpError } from '@daybook/facade';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Places that several lanes share. */
export interface Room {
  /** Requests worked on at once. */
  readonly active: number;
}

/** How much work of one kind is taken on. */
export interface Lane {
  /** What it shares with others; none: a room of its own. */
  readonly room?: Room;
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

/** The queues of the lanes that share places. */
class Hall {
  readonly #most: number;
  readonly #queues: Queue[] = [];
  #active = 0;

  constructor({ active }: Room) {
    this.#most = active;
  }

  add(lane: Lane): Queue {
    const queue = new Queue(lane, this);
    this.#queues.push(queue);
    return queue;
  }

  hasPlace(): boolean {
    return this.#active < this.#most;
  }

  take(): void {
    this.#active += 1;
  }

  /** Whoever waits longest is next, of those whose lane has a place. */
  free(): void {
    this.#active -= 1;
    while (this.hasPlace()) {
      let next: Queue | undefined;
      for (const queue of this.#queues) if (queue.firstSince < (next?.firstSince ?? Infinity)) next = queue;
      if (!next) return;
      next.shift();
    }
  }
}

/** Requests of a lane, in the order of their arrival. */
class Queue {
  readonly #lane: Lane;
  readonly #hall: Hall;
  #active = 0;
  #waiting: Waiting[] = [];
  /** When somebody last found a place free. */
  #free = performance.now();

  constructor(lane: Lane, hall: Hall) {
    this.#lane = lane;
    this.#hall = hall;
  }

  get #hasPlace(): boolean {
    return this.#active < this.#lane.active && this.#hall.hasPlace();
  }

  /** Since when somebody waits who could have a place; else for ever. */
  get firstSince(): number {
    return this.#active < this.#lane.active ? (this.#waiting[0]?.since ?? Infinity) : Infinity;
  }

  /** Is there nothing to hope for? True when the first in the queue has nearly waited for what it may. */
  isHopeless(): boolean {
    if (this.#hasPlace) return false;
    const [first] = this.#waiting;
    const now = performance.now();
    return (
      this.#waiting.length >= this.#lane.waiting ||
      (!!first && now - first.since > this.#patience(now) * 0.75)
    );
  }

  enter(isGone: () => boolean, enter: Waiting['enter']): void {
    const now = performance.now();
    if (this.#hasPlace) {
      this.#free = now;
      this.#take(enter);
    } else if (this.#waiting.length >= this.#lane.waiting) enter(new OverloadError());
    else this.#waiting.push({ since: now, isGone, enter });
  }

  /** The first that waits goes in, or away if its client has gone. */
  shift(): void {
    const first = this.#waiting.shift();
    if (first && !first.isGone()) this.#take(first.enter);
  }

  #take(enter: Waiting['enter']): void {
    this.#active += 1;
    this.#hall.take();
    enter();
  }

  leave(): void {
    this.#active -= 1;
    this.#hall.free();
  }

  sweep(now: number): void {
    const patience = this.#patience(now);
    const inTime = this.#waiting.findIndex(({ since }) => now - since < patience);
    const late = this.#waiting.splice(0, inTime === -1 ? Infinity : inTime);
    for (const { enter } of late) enter(new OverloadError());
  }

  refuse(): void {
    for (const { enter } of this.#waiting.splice(0)) enter(new OverloadError());
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
  const halls = new Map<Room, Hall>();
  const queues = new Map<string, Queue>();
  for (const [name, lane] of Object.entries(lanes)) {
    const room = lane.room ?? lane;
    const hall = halls.get(room) ?? new Hall(room);
    halls.set(room, hall);
    queues.set(name, hall.add(lane));
  }
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
  app.addHook('onClose', async () => {
    clearInterval(sweeping);
    // Injected ones: who is connected has his answer by now.
    for (const queue of queues.values()) queue.refuse();
  });
}
