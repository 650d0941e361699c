import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { type Answer, bigintAsText } from './answers.ts';
import { EVENT_STREAM } from './events.ts';

/** Items that are serialized together. */
const chunkItems = 50;
/** Bytes after which the event loop gets a turn. With fewer, answers that wait for theirs fill the young generation. */
const turnBytes = 1024 * 1024;

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
  let bytes = 0;
  for (const [name, value] of Object.entries(body)) {
    const json = isLong(value) ? '[' : JSON.stringify(value);
    if (json === undefined) continue;
    text += `${text === '{' && chunks.length === 0 ? '' : ','}${JSON.stringify(name)}:${json}`;
    if (!isLong(value)) continue;
    for (let at = 0; at < value.length; at += chunkItems) {
      const items = JSON.stringify(value.slice(at, at + chunkItems));
      const chunk = Buffer.from(`${text}${at === 0 ? '' : ','}${items.slice(1, -1)}`);
      chunks.push(chunk);
      text = '';
      bytes += chunk.length;
      if (bytes < turnBytes) continue;
      bytes = 0;
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
