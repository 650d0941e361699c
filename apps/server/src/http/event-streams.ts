import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Meta } from '@daybook/api';
import { DomainError, type Event, type EventPage, EventQuery, type Principal } from '@daybook/domain';
import { type Database, events } from '@daybook/domain/server';
import { type AnswerForm, eventTexts, sendEvents, untilClosed } from '@daybook/facade';
import type { FastifyBaseLogger } from 'fastify';
import { restFailure } from './failure.ts';

/** Between two looks for new changes, while there are streams. */
const READ_INTERVAL_MS = 250;
/** The same after a failure. */
const RETRY_INTERVAL_MS = 1000;
/** Between two looks whether the callers of all streams may still read. */
const CHECK_INTERVAL_MS = 4000;
/** Newest events that are kept for the streams; one that is further behind reads its own pages. */
const MAX_KEPT = 5000;
/** Events that a stream is given at a time, so that a slow reader holds little. */
const MAX_PAGE = 1000;
/** Of one session, or of one personal access token. */
const MAX_OF_CALLER = 5;
/** Positions without an event for the caller, after which a stream sends where it is, so that a reconnect begins there. */
const MAX_UNSENT_POSITIONS = 1000;

type Owned = Awaited<ReturnType<typeof events.listAll>>['events'][number];

/** One stream of events. */
export interface Follow {
  readonly principal: Principal;
  /** Which of the caller's events it has, and where it begins. */
  readonly query: Pick<EventQuery, 'kinds'> & { readonly after: number };
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /** A page of the feed as the caller reads it. */
  readonly read: (after: number) => Promise<EventPage>;
  /** Who the caller is now; undefined once the session or token has ended. */
  readonly authenticate: () => Promise<Principal | undefined>;
}

interface Stream extends Pick<Follow, 'principal' | 'authenticate'> {
  hasEnded: boolean;
  wake(): void;
}

/**
 * The streams of one process. Changes are read once for all of them, four times a second, and not at all while there are
 * none: 500 open streams cost the database what one does.
 */
export class EventStreams {
  readonly #db: Database;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #maxStreams: number;
  readonly #streams = new Set<Stream>();
  /** Stops reading. */
  #reading: AbortController | undefined;
  /** The newest events, oldest first, of all positions after `#from` up to `#position`. */
  #kept: Owned[] = [];
  #from = 0;
  #position: number | undefined;
  #isClosed = false;

  constructor(db: Database, log: Pick<FastifyBaseLogger, 'warn'>, maxStreams: number) {
    this.#db = db;
    this.#log = log;
    this.#maxStreams = maxStreams;
  }

  get count(): number {
    return this.#streams.size;
  }

  /**
   * The changes after a position as they happen, until the client has gone, or the caller is no longer who they were.
   * @returns pages with at least one event, or with a later position alone
   * @throws UNAVAILABLE beyond 5 streams of the caller, or those of the process
   */
  follow({ principal, query, signal, read, authenticate }: Follow): AsyncIterable<EventPage> {
    const idOf = ({ sessionId, token }: Principal) => token?._id ?? sessionId;
    const ofCaller = Array.from(this.#streams).filter((one) => idOf(one.principal) === idOf(principal));
    if (this.#isClosed || this.#streams.size >= this.#maxStreams || ofCaller.length >= MAX_OF_CALLER)
      throw new DomainError('UNAVAILABLE', 'There are too many streams of events: end one, or try again.', {
        retryAfter: this.#isClosed ? 1 : 10,
      });
    const stream: Stream = { principal, authenticate, hasEnded: signal.aborted, wake: () => {} };
    if (stream.hasEnded) return this.#pages(stream, query, read);
    this.#streams.add(stream);
    this.#start();
    signal.addEventListener('abort', () => this.#end(stream), { once: true });
    return this.#pages(stream, query, read);
  }

  /** Ends all streams, and takes no more. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#streams) this.#end(stream);
  }

  async *#pages(stream: Stream, { after, kinds }: Follow['query'], read: Follow['read']) {
    const visible = events.readerOf(stream.principal, kinds);
    try {
      for (let [position, sent] = [after, after]; !stream.hasEnded; ) {
        const page = this.#pageAfter(position, visible) ?? (await read(position));
        position = page.position;
        if (page.events.length > 0 || position - sent >= MAX_UNSENT_POSITIONS) {
          sent = position;
          yield page;
        } else if (!page.hasMore) await this.#changeAfter(position, stream);
      }
    } finally {
      this.#end(stream);
    }
  }

  /** From what is kept; undefined if that begins later. */
  #pageAfter(after: number, visible: (one: Owned) => Event | undefined): EventPage | undefined {
    if (this.#position === undefined || after < this.#from) return undefined;
    const page: Event[] = [];
    for (
      let n = this.#kept.findLastIndex(({ event }) => event.position <= after) + 1;
      n < this.#kept.length;
      n++
    ) {
      const event = visible(this.#kept[n] as Owned);
      if (event) page.push(event);
      if (event && page.length === MAX_PAGE) return { events: page, position: event.position, hasMore: true };
    }
    return { events: page, position: Math.max(after, this.#position), hasMore: false };
  }

  async #changeAfter(position: number, stream: Stream): Promise<void> {
    while (!stream.hasEnded && (this.#position ?? 0) <= position) {
      await new Promise<void>((resolve) => {
        stream.wake = resolve;
      });
    }
  }

  #end(stream: Stream): void {
    stream.hasEnded = true;
    stream.wake();
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    this.#reading?.abort();
    this.#reading = undefined;
  }

  #start(): void {
    if (this.#reading) return;
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.#kept = [];
    this.#position = undefined;
    const repeat = async (intervalMs: number, run: () => Promise<void>) => {
      for (let hasFailed = false; !signal.aborted; ) {
        try {
          await run();
          hasFailed = false;
        } catch (err) {
          if (!hasFailed) this.#log.warn({ err }, 'streams of events wait for the database');
          hasFailed = true;
        }
        await wait(hasFailed ? RETRY_INTERVAL_MS : intervalMs, undefined, { signal, ref: false });
      }
    };
    // They reject when they are stopped.
    repeat(READ_INTERVAL_MS, () => this.#read(signal)).catch(() => {});
    repeat(CHECK_INTERVAL_MS, () => this.#check()).catch(() => {});
  }

  async #read(signal: AbortSignal): Promise<void> {
    const read = await events.listAll(this.#db, this.#position);
    if (signal.aborted || read.position === this.#position) return;
    // Another database, or one that lost changes: a client that reconnects gets 410.
    if (read.position < (this.#position ?? 0)) for (const stream of this.#streams) this.#end(stream);
    if (this.#position === undefined) this.#from = read.position;
    this.#position = read.position;
    this.#kept.push(...read.events);
    const dropped = this.#kept.splice(0, Math.max(0, this.#kept.length - MAX_KEPT)).at(-1);
    if (dropped) this.#from = dropped.event.position;
    for (const { wake } of this.#streams) wake();
  }

  /** All at once, so that they are asked of the database together. */
  async #check(): Promise<void> {
    const checks = Array.from(this.#streams, async (stream) => {
      const { id, role, mustEnrol } = (await stream.authenticate()) ?? {};
      if (mustEnrol || id !== stream.principal.id || role !== stream.principal.role) this.#end(stream);
    });
    await Promise.all(checks);
  }
}

/** Counts instead of `after`: a browser that reconnects sends it, with the address of its first request. */
const lastEventId = (header: string | string[] | undefined) => (header ? { after: header } : {});

/** A page as messages. */
const textOf = ({ events: page, position }: EventPage): string => {
  const messages = page.map((event) => `id: ${event.position}\ndata: ${textOfEvent(event)}\n\n`);
  // An id without data only says where to go on.
  return position === page.at(-1)?.position ? messages.join('') : `${messages.join('')}id: ${position}\n\n`;
};

/** Serialised once for all streams that send the same event. */
const texts = new WeakMap<Event, string>();
function textOfEvent(event: Event): string {
  const text = texts.get(event) ?? JSON.stringify(event);
  texts.set(event, text);
  return text;
}

/** GET /events as server-sent events, one for each change. */
export const eventStream: AnswerForm<Context, Meta> = {
  mediaType: 'text/event-stream',
  input: (input, { headers }) => ({ ...input, ...lastEventId(headers['last-event-id']) }),
  async answer(data, { reply, request, context, input, again }) {
    const first = data as EventPage;
    const { kinds } = EventQuery.parse({ kinds: input.kinds });
    const read = async (after: number) => (await again({ ...input, after })) as EventPage;
    const later = context.followEvents({ after: first.position, kinds }, untilClosed(reply), read);
    async function* pages() {
      yield first;
      yield* later;
    }
    // Not all at the same time after this service has started again.
    const retry = `retry: ${randomInt(500, 3000)}\n`;
    const stream = eventTexts(
      pages(),
      (page) => `${page === first ? retry : ''}${textOf(page)}`,
      (error) => restFailure(error, request).body,
    );
    return sendEvents(reply, stream);
  },
};
