import { createHash, hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { varies } from '@daybook/facade';
import type { FastifyReply, onSendHookHandler } from 'fastify';

/** A larger answer is hashed in parts of this size, so that others get a turn between them: 1 ms for each. */
const partLength = 1024 * 1024;
/** 128 bits in base64url. */
const digestLength = 22;
export const digestPattern = `[A-Za-z0-9_-]{${digestLength}}`;

const shortened = (digest: string) => digest.slice(0, digestLength);

async function digestOfParts(body: Buffer): Promise<string> {
  const sum = createHash('sha256');
  for (let at = 0; at < body.length; at += partLength) {
    sum.update(body.subarray(at, at + partLength));
    await setImmediate();
  }
  return shortened(sum.digest('base64url'));
}

/** The beginning of its SHA-256. */
const digestOf = (body: string | Buffer): string | Promise<string> =>
  typeof body !== 'string' && body.length > partLength
    ? digestOfParts(body)
    : shortened(hash('sha256', body, 'base64url'));

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether If-None-Match names this tag: a list or `*`, weakly compared (RFC 9110, section 13.1.2). */
export const namesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag)) ?? false;

/** The tag of a record in this version, whatever else its answer shows. */
export const versionTag = (version: number) => `"${version}"`;

const tagOfVersion = new RegExp(`(?<!W/)"([1-9][0-9]{0,8})(?:-${digestPattern})?"`, 'g');

/** The versions in a list of tags, with and without the digest of an answer. */
export const versionsIn = (tags: string): readonly number[] =>
  [...tags.matchAll(tagOfVersion)].map(([, version]) => Number(version));

/** 304 has the headers of the answer (RFC 9110, section 15.4.5). Of HEAD Fastify still counts the length of what GET answers. */
function notModified(reply: FastifyReply): null | undefined {
  reply.code(304).removeHeader('content-type');
  return reply.request.method === 'HEAD' ? undefined : null;
}

/**
 * Gives answers their `ETag`. That of a record has its version already; a digest of the answer is added where this shows more than
 * the version tells. Of anything else the tag is a weak one, which compression leaves true. Who names it in If-None-Match is
 * answered 304.
 * @param isUnjoined whether answers with the same version are the same
 */
export function tagsOf(isUnjoined: boolean): onSendHookHandler {
  return (request, reply, payload, done) => {
    const { method, headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const version = reply.getHeader('etag') as string | undefined;
    const isBody = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isBody || reply.statusCode !== 200 || !(isRead || version)) return done();

    const tagged = (tag: string) => {
      reply.header('etag', tag);
      return isRead && namesTag(headers['if-none-match'], tag) ? notModified(reply) : payload;
    };
    const withDigest = (digest: string) => {
      if (version) return tagged(`${version.slice(0, -1)}-${digest}"`);
      varies(reply, 'accept-encoding');
      // That there is a next page stands beside the body of GET /users.
      return tagged(`W/"${digest}${reply.hasHeader('link') ? '-more' : ''}"`);
    };
    if (version && isUnjoined) return done(null, tagged(version));
    const digest = digestOf(payload);
    if (typeof digest !== 'string') return digest.then(withDigest);
    done(null, withDigest(digest));
  };
}
