import { HttpError } from '@daybook/facade';

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

/** The queues of the lanes that share places. */
export class Hall {
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
export class Queue {
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
