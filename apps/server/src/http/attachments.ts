import { Readable } from 'node:stream';
import type { Meta } from '@daybook/api';
import { type Attachment, DomainError } from '@daybook/domain';
import { attachments, type Database } from '@daybook/domain/server';
import { type FileReader, HttpError, type RestCall } from '@daybook/facade';
import { create, parse } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import type { Dependencies } from './dependencies.ts';
import { namesTag } from './tags.ts';

/** How long a client may read a file. */
const timeLimitMs = 10 * 60 * 1000;

/** Memory for a file that arrives: a piece, and another one that is being written down. */
export const uploadMemory = 1024 * 1024;

/** The name in Content-Disposition; '' where it has none, or none that can be read. */
function nameIn({ headers }: FastifyRequest): string {
  const header = headers['content-disposition'];
  if (header === undefined) return '';
  try {
    return parse(header).parameters.filename ?? '';
  } catch {
    return '';
  }
}

/** The bytes of a body as they come. Who stops does not end the connection, on which the refusal is answered. */
async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch (cause) {
    throw new HttpError('BAD_REQUEST', 'The connection closed before the body ended', { cause });
  }
}

/** Writes a file down while it arrives, before the request has its place in a bulkhead. */
export const readFile =
  ({ pools }: Pick<Dependencies, 'pools'>): FileReader =>
  (request, body) => {
    if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit)
      throw attachments.tooLarge();
    return attachments.stage(pools.attachmentsWrites, chunksOf(body), nameIn(request));
  };

/** The first and the last byte. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes that are asked for (RFC 9110, section 14): all where several ranges are, where one ends
 * before it begins, or where it is another file by now.
 * @throws RANGE_NOT_SATISFIABLE
 */
function rangeOf({ headers }: FastifyRequest, tag: string, size: number): Range | undefined {
  const { range, 'if-range': ifRange = tag } = headers;
  if (range === undefined || ifRange !== tag) return undefined;
  if ([...range.matchAll(/\b(\d+)-(\d+)/g)].some(([, first, last]) => Number(last) < Number(first)))
    return undefined;
  const found = parseRange(size, range, { combine: true });
  if (found === -1)
    throw new DomainError('RANGE_NOT_SATISFIABLE', `Ask for bytes of 0-${size - 1}: the file has no others.`);
  return found === -2 || found.type !== 'bytes' || found.length > 1 ? undefined : found[0];
}

/** A piece at a time, read when the client has taken the one before; nothing of the database is held meanwhile. */
async function* bytesOf(db: Database, id: string, { start, end }: Range): AsyncGenerator<Uint8Array> {
  const length = attachments.PIECE_BYTES;
  for (let number = Math.floor(start / length); number * length <= end; number += 1) {
    const piece = await attachments.piece(db, id, number);
    if (!piece) throw new DomainError('NOT_FOUND', 'The file was removed while it was read.');
    const before = number * length;
    yield piece.subarray(Math.max(0, start - before), end + 1 - before);
  }
}

/** Answers the bytes of an attachment, or a range of them. */
export const sendFile =
  ({ pools }: Pick<Dependencies, 'pools'>) =>
  async (data: unknown, { request, reply }: RestCall<Meta>): Promise<FastifyReply> => {
    const { _id, name, type, size, sha256 } = data as Attachment;
    const tag = `"${sha256}"`;
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes' });
    if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    const range = { start: 0, end: size - 1 };
    try {
      Object.assign(range, rangeOf(request, tag, size));
    } catch (error) {
      reply.removeHeader('etag').header('content-range', `bytes */${size}`);
      throw error;
    }
    const { start, end } = range;
    const isPart = end - start + 1 < size;
    reply.code(isPart ? 206 : 200).headers({
      'content-type': type,
      'content-length': end - start + 1,
      'content-disposition': create(name, { type: 'inline' }),
      'content-security-policy': "sandbox; default-src 'none'",
      ...(isPart && { 'content-range': `bytes ${start}-${end}/${size}` }),
    });
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    const stream = Readable.from(bytesOf(pools.attachments, _id, range), { objectMode: false });
    const timer = setTimeout(() => {
      stream.destroy(new DomainError('UNAVAILABLE', 'The file was read for longer than 10 minutes.'));
    }, timeLimitMs).unref();
    stream.once('close', () => clearTimeout(timer));
    return reply.send(stream);
  };
