import type { TRPCClient } from '@trpc/client';
import type { AppRouter, Event, EventPage } from './service.ts';

export interface EventsInput {
  /** A position: only events after it. Without it, from the first `next()` on. */
  readonly after?: number | undefined;
  /** Only events of these kinds of records: `'bills,cheques'`. */
  readonly kinds?: string | undefined;
}

export interface EventsOptions {
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined;
}

/** Each change of a record that the caller may read, once and in order, from a position on and without an end. */
export type Events = (input?: EventsInput, options?: EventsOptions) => AsyncIterableIterator<Event, void>;

/** Pages that wait for a slow reader before the connection is given up; it is made again when they are read. */
const maxWaiting = 20;

async function* follow(
  client: TRPCClient<AppRouter>,
  { after, kinds }: EventsInput,
  signal: AbortSignal,
): AsyncGenerator<Event, void, void> {
  let position = after;
  while (!signal.aborted) {
    const pages: EventPage[] = [];
    let failure: { readonly error: unknown } | undefined;
    let isFull = false;
    let wake = () => {};
    const input = {
      ...(position !== undefined && { after: position }),
      ...(kinds !== undefined && { kinds }),
    };
    const subscription = client.events.follow.subscribe(input, {
      onData({ data }) {
        pages.push(data);
        isFull = pages.length === maxWaiting;
        if (isFull) subscription.unsubscribe();
        wake();
      },
      onError(error) {
        failure = { error };
        wake();
      },
    });
    const onAbort = () => wake();
    signal.addEventListener('abort', onAbort);
    try {
      while (!signal.aborted) {
        const page = pages.shift();
        for (const event of page?.events ?? []) {
          if (signal.aborted) return;
          yield event;
        }
        if (page) position = page.position;
        else if (failure) throw failure.error;
        else if (isFull) break;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      subscription.unsubscribe();
    }
  }
}

export const eventsOf =
  (client: TRPCClient<AppRouter>): Events =>
  (input = {}, { signal } = {}) => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    const events = follow(client, input, controller.signal);
    return {
      next: () => events.next(),
      // A generator by itself would wait for the next event.
      return() {
        signal?.removeEventListener('abort', abort);
        abort();
        return events.return();
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  };
