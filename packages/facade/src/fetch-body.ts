import { bodyOfType } from './answers.ts';
import { isForm, isJson } from './bodies.ts';
import { bodyError, jsonText, rejectEncodings, unsupported } from './body.ts';
import { HttpError } from './errors.ts';
import { invalidJson, type JsonLimits } from './json.ts';
import type { BodyRules } from './operations.ts';

/**
 * The body of a request as the operation reads it; undefined if it is empty.
 * @throws HttpError INVALID_JSON, INVALID_BODY, PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE
 */
export async function readBody(
  request: Request,
  headers: Readonly<Record<string, string>>,
  { types, anyJson, textIsFile }: BodyRules,
  limit: number,
  limits: JsonLimits,
): Promise<unknown> {
  const bytes = await bytesOf(request, limit);
  const header = headers['content-type'];
  const essence = header?.split(';')[0]?.trim().toLowerCase();
  const type = types.find((one) => one === essence);
  if (type === undefined) {
    if (bytes.length === 0) return undefined;
    throw unsupported(`Send the body as ${types.join(' or ')}`, { accept: types.join(', ') });
  }
  if (bytes.length === 0 && !isForm(type)) return undefined;
  if (!isJson(type)) {
    rejectEncodings({ headers }, type);
    return bodyOfType(type, header, bytes, textIsFile);
  }
  const value = safeJson(jsonText({ headers }, bytes, limits), bytes);
  const message = anyJson ? undefined : bodyError(value);
  if (message !== undefined) throw new HttpError('INVALID_BODY', message);
  return value;
}

async function bytesOf(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new HttpError('PAYLOAD_TOO_LARGE', 'The body is too large');
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      void reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Without the names by which a prototype could be replaced, as Fastify reads JSON. */
function safeJson(text: string, bytes: Uint8Array): unknown {
  try {
    if (!/__proto__|constructor|\\u/.test(text)) return JSON.parse(text);
    return JSON.parse(text, (name, value: unknown) => {
      const isPrototype =
        name === '__proto__' ||
        (name === 'constructor' &&
          typeof value === 'object' &&
          value !== null &&
          Object.hasOwn(value, 'prototype'));
      return isPrototype ? undefined : value;
    });
  } catch (cause) {
    throw invalidJson(bytes, cause);
  }
}
