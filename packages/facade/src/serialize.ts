import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isTrackedEnvelope } from '@trpc/server';
import { isObservable, observableToAsyncIterable } from '@trpc/server/observable';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { type Answer, bigintAsText } from './answers.ts';

/** Items that are serialized together, and characters after which the event loop gets a turn. */
const chunkItems = 50;
const chunkLength = 256 * 1024;

type Fields = Readonly<Record<string, unknown>>;

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 2 * chunkItems;

/**
 * A response as JSON. A long list in it is serialized in chunks, so that megabytes do not block the event loop.
 * @param body an object, or anything that JSON.stringify takes
 */
export function serialize(body: unknown): string | Promise<Buffer> {
  return hasLong(body) ? inChunks(body) : JSON.stringify(body);
}

function hasLong(body: unknown): body is Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  for (const name in body) if (isLong((body as Fields)[name])) return true;
  return false;
}

async function inChunks(body: Fields): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let text = '{';
  for (const [name, value] of Object.entries(body)) {
    const json = isLong(value) ? '[' : JSON.stringify(value);
    if (json === undefined) continue;
    text += `${text === '{' && chunks.length === 0 ? '' : ','}${JSON.stringify(name)}:${json}`;
    if (!isLong(value)) continue;
    for (let at = 0; at < value.length; at += chunkItems) {
      const items = JSON.stringify(value.slice(at, at + chunkItems));
      text += `${at === 0 ? '' : ','}${items.slice(1, -1)}`;
      if (text.length < chunkLength) continue;
      chunks.push(Buffer.from(text));
      text = '';
      await setImmediate();
    }
    text += ']';
  }
  chunks.push(Buffer.from(`${text}}`));
  return Buffer.concat(chunks);
}

/** Slower, for the outputs that may have a bigint. */
export const serializeBigints = (body: unknown): string => JSON.stringify(body, bigintAsText);

/** A signal that is aborted when the connection of the answer is closed, or is already. */
export function untilClosed(reply: FastifyReply): AbortSignal {
  if (reply.raw.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

/** @param texts those of `eventTexts` */
export function sendEvents(reply: FastifyReply, texts: AsyncGenerator<string>): FastifyReply {
  reply.headers(EVENT_STREAM);
  // A HEAD would wait for the end of the stream.
  if (reply.request.method === 'HEAD') return reply.send('');
  return reply.send(Readable.from(texts, { objectMode: false }));
}

/** An answer without a body, or in a media type of its own. */
export function sendWritten(reply: FastifyReply, answer: Answer): FastifyReply {
  setHead(reply, answer);
  if (!answer.written) return reply.send();
  const { type, content } = answer.written;
  reply.header('content-type', type);
  if (typeof content === 'string') return reply.send(content);
  if (content instanceof Uint8Array) {
    return reply.send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  }
  return reply.send(Readable.from(content, { objectMode: false }));
}

export function setHead(reply: FastifyReply, { status, headers }: Answer): void {
  reply.code(status);
  for (const [name, value] of Object.entries(headers)) {
    const before = name === 'vary' ? reply.getHeader('vary') : undefined;
    reply.header(name, before === undefined ? value : `${before}, ${value}`);
  }
}

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
