import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { varies } from '@daybook/facade';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesTag } from './tags.ts';

const compressions = {
  // Slower levels make what is sent once no smaller than a twentieth less.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
};
type Encoding = keyof typeof compressions;
const encodings: Encoding[] = ['br', 'gzip'];

/** Something large that stays the same: each encoding is made when it is first asked for, and has a tag of its own. */
export interface Asset {
  readonly type: string;
  readonly digest: string;
  bytes(encoding: Encoding | 'identity'): Promise<Buffer>;
}

export function createAsset(type: string, content: Buffer): Asset {
  const made = new Map<string, Promise<Buffer>>([['identity', Promise.resolve(content)]]);
  return {
    type,
    digest: createHash('sha256').update(content).digest('base64url'),
    bytes(encoding) {
      const known = made.get(encoding);
      if (known) return known;
      const compressed = compressions[encoding as Encoding](content);
      made.set(encoding, compressed);
      return compressed;
    },
  };
}

/** Answers it in the encoding that the caller likes best, or 304. Browsers ask again each time, so that an upgrade shows. */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  cacheControl = 'no-cache',
): Promise<FastifyReply> {
  const encoding = negotiate(String(request.headers['accept-encoding'] ?? ''), encodings) ?? 'identity';
  const etag = `"${asset.digest}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  varies(reply.headers({ 'cache-control': cacheControl, etag }), 'Accept-Encoding');
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(asset.type).send(await asset.bytes(encoding));
}
