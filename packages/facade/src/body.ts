import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyOfType } from './answers.ts';
import { isForm, isJson, JSON_BODY } from './bodies.ts';
import { HttpError } from './errors.ts';
import { checkJsonLimits, exactNumbers, invalidJson, invalidUtf8, type JsonLimits } from './json.ts';
import type { BodyRules } from './operations.ts';

// `fatal`: bytes that are not UTF-8 are refused instead of replaced (RFC 8259 §8.1). A byte order mark is skipped.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a body that is a file while it arrives. What it gives is the body; it leaves the rest of one that it refuses. */
export type FileReader = (request: FastifyRequest, body: Readable) => Promise<unknown>;

/**
 * In this scope a body has one of these media types, or is nothing (`request.body` is then undefined).
 * Anything else is an `HttpError` INVALID_JSON, INVALID_BODY or UNSUPPORTED_MEDIA_TYPE.
 */
export function acceptBodies(
  scope: FastifyInstance,
  { types, anyJson, textIsFile }: BodyRules,
  limits?: JsonLimits,
  readFile?: FileReader,
): void {
  const parseJson = scope.getDefaultJsonParser('remove', 'remove');
  scope.removeAllContentTypeParsers();
  for (const type of types) {
    if (isJson(type)) addJsonParser(scope, type, parseJson, anyJson, limits);
    else if (readFile && !isForm(type)) {
      scope.addContentTypeParser(type, async (request: FastifyRequest, payload: Readable) => {
        rejectEncodings(request, type);
        return readFile(request, payload);
      });
    } else {
      scope.addContentTypeParser<Buffer>(
        type,
        { parseAs: 'buffer' },
        async (request: FastifyRequest, bytes: Buffer) => {
          rejectEncodings(request, type);
          return bytes.length === 0 && !isForm(type)
            ? undefined
            : bodyOfType(type, request.headers['content-type'], bytes, textIsFile);
        },
      );
    }
  }
  const accept = types.join(', ');
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length > 0) throw unsupported(`Send the body as ${types.join(' or ')}`, { accept });
    done(null);
  });
}

function addJsonParser(
  scope: FastifyInstance,
  type: string,
  parseJson: ReturnType<FastifyInstance['getDefaultJsonParser']>,
  anyJson: boolean,
  limits: JsonLimits | undefined,
): void {
  scope.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) {
      done(null);
      return;
    }
    parseJson(request, jsonText(request, bytes, limits), (error, value: unknown) => {
      const message = error || anyJson ? undefined : bodyError(value);
      if (error) done(invalidJson(bytes, error));
      else done(message === undefined ? null : new HttpError('INVALID_BODY', message), value);
    });
  });
}

/** In this scope a body of any type is read up to the size limit and discarded. */
export function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) => done(null));
  // Fastify refuses a malformed type before it looks for a parser.
  scope.addHook('preParsing', ({ headers }, _reply, payload, done) => {
    if (headers['content-type'] !== undefined) headers['content-type'] = undefined;
    done(null, payload);
  });
}

/**
 * A JSON body as text that can be parsed without loss: numbers with too many digits for a double become strings in it.
 * @throws HttpError UNSUPPORTED_MEDIA_TYPE, INVALID_BODY for what would cost too much to parse, INVALID_JSON for bytes
 * that are not UTF-8
 */
export function jsonText(
  request: Pick<FastifyRequest, 'headers'>,
  bytes: Uint8Array,
  limits?: JsonLimits,
): string {
  rejectEncodings(request, JSON_BODY);
  const mayLoseDigits = checkJsonLimits(bytes, limits);
  try {
    const text = utf8.decode(bytes);
    return mayLoseDigits ? exactNumbers(text) : text;
  } catch (cause) {
    throw invalidUtf8(bytes, cause);
  }
}

export function rejectEncodings(request: Pick<FastifyRequest, 'headers'>, accept: string): void {
  const { 'content-encoding': coding, 'content-type': type = '' } = request.headers;
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw unsupported('Send the body uncompressed', { 'accept-encoding': 'identity' });
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw unsupported('Send the body in UTF-8', { accept });
  }
}

/** With the header that says what is supported (RFC 9110 §15.5.16). */
export function unsupported(message: string, headers: Record<string, string>): HttpError {
  return new HttpError('UNSUPPORTED_MEDIA_TYPE', message, { headers });
}

export function bodyError(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const sent = body === null ? 'null' : Array.isArray(body) ? 'an array' : `a ${typeof body}`;
    return `The body must be a JSON object ({"field": value}), not ${sent}`;
  }
  return undefined;
}
