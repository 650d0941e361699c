import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { z } from 'zod';
import { FORM, URLENCODED } from './bodies.ts';
import { HttpError } from './errors.ts';
import { notJson } from './kinds.ts';
import type { RestMeta, RestOperation, RestStatus } from './meta.ts';
import type { Operation } from './operations.ts';
import { FormFields } from './reader.ts';

/** For JSON.stringify: bigints as their decimal digits in a string. */
export const bigintAsText = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

export const hasNoBody = (status: number) => status === 204 || status === 205 || status >= 300;

/**
 * The statuses of a success.
 * @throws for what cannot be answered, or not as it is declared
 */
export function statusesOf(rest: RestOperation, output: z.ZodType): ReadonlyMap<number, RestStatus> {
  const declared = Object.entries(rest.statuses ?? { 200: {} });
  const statuses = new Map(declared.map(([status, about]) => [Number(status), about]));
  for (const [status, about] of statuses) {
    if (!(status >= 200 && status <= 399) || status === 304)
      throw new Error(`${status} is no status of a success`);
    if (hasNoBody(status) && about.output) throw new Error(`${status} has no body, but an output`);
    for (const name of Object.keys(about.headers ?? {})) {
      if (name.toLowerCase() === 'content-type')
        throw new Error('Content-Type is said by json and representations');
    }
    if (
      !rest.answer &&
      Object.values(about.headers ?? {}).some((header) => !header.safeParse(undefined).success)
    )
      throw new Error(`${status} has headers, but there is no answer() that sets them`);
  }
  if (statuses.size === 0) throw new Error('it has no status');
  if (statuses.size > 1 && !rest.answer)
    throw new Error('it has several statuses, but no answer() that chooses one');

  const types = Object.keys(rest.representations ?? {});
  for (const type of types) {
    if (!/^[\w.+-]+\/[\w.+-]+$/.test(type) || type === 'application/json')
      throw new Error(`${type} is no media type besides JSON`);
  }
  if (rest.json === false && types.length === 0)
    throw new Error('it is never JSON, but has no representations');
  if (rest.events && (types.length > 0 || rest.statuses || rest.answer))
    throw new Error('a stream of events has one status and one media type');
  const hasBody = [...statuses.keys()].some((status) => !hasNoBody(status));
  if (types.length > 0 && !hasBody) throw new Error('it has representations, but no body');
  const outputs = [output, ...Array.from(statuses.values(), (about) => about.output)];
  const problem = outputs.map((one) => one && notJson(one, 'output')).find((found) => found !== undefined);
  if (problem !== undefined && hasBody && rest.json !== false)
    throw new Error(`its output cannot be JSON: ${problem.replace(/^\./, '')}`);
  return statuses;
}

/** How a result is answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in a media type other than JSON. */
  readonly written?: {
    readonly type: string;
    readonly content: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  };
  readonly hasBody: boolean;
  readonly data: unknown;
}

/** Undefined where the answer is always 200 and JSON: the common case, in which nothing has to be decided. */
export function createAnswerer(
  operation: Operation,
): ((data: unknown, accept: string | undefined) => Answer) | undefined {
  const { statuses, meta, id } = operation;
  const { answer, representations = {}, json = true } = meta.openapi;
  if (!meta.openapi.statuses && Object.keys(representations).length === 0) return undefined;
  const types = [...(json ? [JSON_TYPE] : []), ...Object.keys(representations)];
  const [first = 200] = statuses.keys();

  return (data, accept) => {
    const { status = first, headers = {} } = answer?.call(meta.openapi, data) ?? {};
    const about = statuses.get(status);
    if (!about) throw new Error(`${id} answers ${status}, which is not declared`);
    checkHeaders(id, status, about, headers);
    if (hasNoBody(status)) return { status, headers, hasBody: false, data };
    const type = types.length === 1 ? types[0] : preferred(types, accept);
    const vary = types.length > 1 ? { ...headers, vary: 'accept' } : headers;
    const representation = type === undefined ? undefined : representations[type];
    if (type !== undefined && representation) {
      const content = representation.write(data);
      return { status, headers: vary, hasBody: true, data, written: { type: withCharset(type), content } };
    }
    // A part of the output is checked as the output was, so that nothing undeclared leaves.
    const part = about.output ? z.parse(about.output, data) : data;
    return { status, headers: vary, hasBody: true, data: part };
  };
}

const JSON_TYPE = 'application/json';
const withCharset = (type: string) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type);

function checkHeaders(
  id: string,
  status: number,
  about: RestStatus,
  headers: Readonly<Record<string, string>>,
): void {
  const declared = Object.entries(about.headers ?? {}).map(
    ([name, schema]) => [name.toLowerCase(), schema] as const,
  );
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, schema] of declared) {
    if (!schema.safeParse(sent.get(name)).success)
      throw new Error(`${id} answers ${status} without a proper ${name}`);
  }
  for (const name of sent.keys()) {
    if (!declared.some(([one]) => one === name))
      throw new Error(`${id} answers ${name}, which is not declared`);
  }
}

/**
 * The one of these media types that a client would have (RFC 9110 §12.5.1): the first where it says nothing, or nothing
 * of these.
 */
function preferred(types: readonly string[], accept: string | undefined): string | undefined {
  if (accept === undefined) return types[0];
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: quality ? Number(quality.slice(2)) || 0 : 1 };
  });
  const qualityOf = (type: string) => {
    const matching = [type, `${type.split('/')[0]}/*`, '*/*'];
    for (const range of matching) {
      const found = ranges.find((one) => one.type === range);
      if (found) return found.quality;
    }
    return 0;
  };
  const [best] = types
    .map((type) => ({ type, quality: qualityOf(type) }))
    .toSorted((a, b) => b.quality - a.quality);
  return best && best.quality > 0 ? best.type : types[0];
}

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
