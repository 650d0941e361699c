import { isTrackedEnvelope } from '@trpc/server';
import { isObservable, observableToAsyncIterable } from '@trpc/server/observable';
import type { z } from 'zod';

export const EVENT_STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // nginx would hold events back.
  'x-accel-buffering': 'no',
};

/** Below the 15 s after which many proxies, and servers with a time limit of their own, close a silent connection. */
const PING_INTERVAL_MS = 10_000;

/** What a procedure answered, as something that gives events. @throws if it is not */
export function eventsOf(data: unknown, signal: AbortSignal, id: string): AsyncIterable<unknown> {
  if (isObservable(data)) return observableToAsyncIterable(data, signal);
  if (typeof data === 'object' && data !== null && Symbol.asyncIterator in data)
    return data as AsyncIterable<unknown>;
  throw new Error(`${id} is declared with events, but did not answer an async iterable`);
}

/**
 * A stream of server-sent events (WHATWG HTML). A comment is sent whenever there was none for 10 s, so that proxies keep the
 * connection. What fails later is the event `error`.
 *
 * @param textOf an event as text, with its empty line
 * @param failureOf the body of a failure
 */
export async function* eventTexts<Event>(
  events: AsyncIterable<Event>,
  textOf: (event: Event) => string | Promise<string>,
  failureOf: (error: unknown) => unknown,
): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]();
  // Headers leave with the first bytes.
  yield ': open\n\n';
  try {
    let next = iterator.next();
    for (;;) {
      const step = await orPing(next);
      if (step === undefined) {
        yield ': ping\n\n';
        continue;
      }
      if (step.done) return;
      yield await textOf(step.value);
      next = iterator.next();
    }
  } catch (error) {
    yield `event: error\ndata: ${JSON.stringify(failureOf(error))}\n\n`;
  } finally {
    // Not awaited: a generator that waits for something returns when it is there.
    void iterator.return?.();
  }
}

/**
 * What a procedure gives, as text: its data as JSON, with an id if tRPC's `tracked` gave it one.
 * @param write the JSON of one event
 */
export const trackedText =
  (schema: z.ZodType, write: (event: unknown) => string) => async (event: unknown) => {
    const [id, data] = isTrackedEnvelope(event) ? event : [undefined, event];
    const text = `data: ${write(await schema.parseAsync(data))}\n\n`;
    return id === undefined ? text : `id: ${oneLine(id)}\n${text}`;
  };

function oneLine(id: string): string {
  if (/[\r\n\0]/.test(id)) throw new Error('The id of an event is one line');
  return id;
}

/** Undefined if the time for a ping has come first. */
async function orPing<Step>(step: Promise<Step>): Promise<Step | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ping = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PING_INTERVAL_MS, undefined);
  });
  try {
    return await Promise.race([step, ping]);
  } finally {
    clearTimeout(timer);
  }
}
