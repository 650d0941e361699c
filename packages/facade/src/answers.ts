import { z } from 'zod';
import { notJson } from './kinds.ts';
import type { RestOperation, RestStatus } from './meta.ts';
import type { Operation } from './operations.ts';

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
