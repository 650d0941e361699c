import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { FORM, URLENCODED } from './bodies.ts';
import { HttpError } from './errors.ts';
import type { RestMeta } from './meta.ts';
import type { Operation } from './operations.ts';
import { FormFields } from './reader.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One request for an operation's answer in another form. */
export interface FormCall<Context, Meta extends RestMeta = RestMeta> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: Operation<Meta>;
  /** That of the first call. */
  readonly context: Context;
  /** What the request says, as the procedure's input. */
  readonly input: Fields;
  /** Calls the procedure once more. Who asks is looked at again, since that may be a while later. */
  again(input: Fields): Promise<unknown>;
}

/** Another form of an operation's answer than JSON, for callers who ask for its media type. */
export interface AnswerForm<Context, Meta extends RestMeta = RestMeta> {
  /** Without parameters: `text/csv`. */
  readonly mediaType: string;
  /** Whether the answer to this input has the form; otherwise it is JSON. Default: it has. */
  applies?(input: Fields): boolean;
  /** The input of the first call, where it differs from what the request says. */
  input?(input: Fields, request: FastifyRequest): Fields;
  /** Sends the answer. No time limit holds from here on. */
  answer(data: unknown, call: FormCall<Context, Meta>): Promise<FastifyReply>;
}

const jsonType = 'application/json';
/** What most clients send. */
const usual: ReadonlySet<string | undefined> = new Set([undefined, '', '*/*', jsonType]);

/**
 * Which of these media types a request asks for (RFC 9110, section 12.5.1); undefined where it is JSON, which is also the
 * answer where none is acceptable.
 */
export function askedForm<Type extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  mediaTypes: readonly Type[],
): Type | undefined {
  if (usual.has(headers.accept)) return undefined;
  const [preferred] = new Negotiator({ headers }).mediaTypes([jsonType, ...mediaTypes]);
  return mediaTypes.find((type) => type === preferred);
}

/** Says that the answer would be another one with another header of this name. */
export function varies(reply: FastifyReply, ...names: readonly string[]): void {
  const before = reply.getHeader('vary');
  reply.header('vary', [...(before === undefined ? [] : [before]), ...names].join(', '));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Of a form. */
const MAX_FIELDS = 1000;

/**
 * A body that is not JSON: fields of a form, a string of `text/*` unless that is a file too, a `File` of anything else.
 * @throws HttpError INVALID_BODY
 */
export async function bodyOfType(
  type: string,
  header: string | undefined,
  bytes: Uint8Array,
  textIsFile = false,
): Promise<unknown> {
  try {
    if (type === URLENCODED) return formFields(new URLSearchParams(utf8.decode(bytes)));
    if (type === FORM) {
      const answer = new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: { 'content-type': header ?? type },
      });
      return formFields(await answer.formData());
    }
    if (type.startsWith('text/') && !textIsFile) return utf8.decode(bytes);
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    throw new HttpError('INVALID_BODY', `The body is not valid ${type}`, { cause });
  }
  return new File([bytes as Uint8Array<ArrayBuffer>], 'body', { type });
}

/** A name that is repeated has an array of all its values. */
function formFields(entries: Iterable<[string, string | File]>): FormFields {
  const fields = new FormFields();
  const seen = new Map<string, unknown[]>();
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    if (count > MAX_FIELDS)
      throw new HttpError('INVALID_BODY', `A form may have at most ${MAX_FIELDS} fields`);
    const values = seen.get(name) ?? [];
    seen.set(name, values);
    values.push(value);
  }
  for (const [name, values] of seen) {
    const value = values.length === 1 ? values[0] : values;
    // Also a field that is called __proto__.
    Object.defineProperty(fields, name, { value, enumerable: true });
  }
  return fields;
}
