import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Answer } from './answers.ts';
import { EVENT_STREAM } from './events.ts';

/** A signal that is aborted when the connection of the answer is closed. */
export function untilClosed(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

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
