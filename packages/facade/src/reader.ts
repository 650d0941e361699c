import { HttpError } from './errors.ts';
import type { Field } from './inputs.ts';
import { losesDigits } from './json.ts';
import type { Operation } from './operations.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What is read of a request; Fastify's has these properties. */
export interface RequestParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
}

/** The fields of a form: all of them texts and files. */
export class FormFields {
  [name: string]: unknown;
}

/**
 * Reads the operation's input from a request: its path parameters and, for GET and DELETE, the query, else the body, and
 * where the declaration says so something else. A path parameter wins.
 */
export function createInputReader(operation: Operation): (request: RequestParts) => unknown {
  const { input, fields, method, readsBody, meta } = operation;
  if (!input) return readsBody ? ({ body }) => body : () => undefined;
  const readsQuery = method === 'GET' || method === 'DELETE';
  const isOpen = fields.length === 0 && readsBody;
  if (isOpen) return ({ body }) => body;
  const special = fields.filter((field) => isSpecial(field, readsQuery) || meta.openapi.body !== undefined);
  const formFields = fields.filter((field) => field.in === 'body' && (field.read || field.isList));

  const readsFields = readsBody && meta.openapi.body === undefined;

  function usual(request: RequestParts): Record<string, unknown> {
    const params = request.params as Record<string, string>;
    for (const name of operation.params) {
      // `/notes//` has an empty id.
      if (params[name] === '') throw new HttpError('NOT_FOUND', 'There is nothing at this path');
    }
    const source = readsQuery ? request.query : readsFields ? request.body : undefined;
    return { ...(source as Fields | undefined), ...params };
  }
  // Most operations: nothing is asked of them for what others can say.
  if (special.length === 0 && formFields.length === 0) return usual;

  return (request) => {
    const values = usual(request);
    const { body } = request;
    if (readsFields && body instanceof FormFields) {
      for (const field of formFields) place(values, field, body[field.name]);
    }
    const cookies = special.some((field) => field.in === 'cookie')
      ? cookiesOf(request.headers.cookie)
      : undefined;
    const form = body instanceof FormFields && !readsFields ? body : undefined;
    for (const field of special) {
      if (field.in === 'body') values[field.name] = form ? form[field.name] : body;
      else place(values, field, rawValue(field, request, cookies) ?? form?.[field.name]);
    }
    return values;
  };
}

/** Whether it is read in another way than as it stands in the query, the body or the path. */
function isSpecial(field: Field, readsQuery: boolean): boolean {
  if (field.in === 'body') return false;
  const isUsual = field.in === 'path' || (readsQuery && field.in === 'query');
  return !isUsual || field.read !== undefined || field.isList || field.sentAs !== field.name;
}

function rawValue({ in: place, sentAs }: Field, request: RequestParts, cookies: Fields | undefined): unknown {
  if (place === 'path') return (request.params as Fields)[sentAs];
  if (place === 'query') return (request.query as Fields | undefined)?.[sentAs];
  if (place === 'header') return request.headers[sentAs];
  return cookies?.[sentAs];
}

function place(values: Record<string, unknown>, field: Field, raw: unknown): void {
  // What stands elsewhere under the field's name is not the field.
  if (raw === undefined) delete values[field.name];
  else values[field.name] = readAs(field, raw);
}

function readAs(field: Field, raw: unknown): unknown {
  const read = field.read ? readers[field.read] : (value: unknown) => value;
  if (!field.isList) return read(raw);
  const items = field.isSeparated ? [raw].flat().flatMap(separated) : Array.isArray(raw) ? raw : [raw];
  return items.map(read);
}

const separated = (value: unknown): unknown =>
  typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value;

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Text that stands for a value becomes that value; everything else stays as it is. */
const readers: Readonly<Record<NonNullable<Field['read']>, (value: unknown) => unknown>> = {
  number: (value) => (isNumber(value) && !losesDigits(value) ? Number(value) : value),
  boolean: (value) => (value === 'true' ? true : value === 'false' ? false : value),
  bigint: (value) =>
    typeof value === 'string' && /^-?(0|[1-9]\d{0,999})$/.test(value) ? BigInt(value) : value,
  date(value) {
    if (typeof value !== 'string' || !DATE.test(value)) return value;
    const date = new Date(value);
    // 31 February is read as a day of March.
    return Number.isNaN(date.getTime()) || !isDay(value.slice(0, 10)) ? value : date;
  },
};

const isNumber = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= 1000 &&
  /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d{1,3})?$/i.test(value);

const isDay = (text: string) => new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

/** The first of each name (RFC 6265 §5.4). */
function cookiesOf(header: string | string[] | undefined): Fields {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of [header ?? []].flat().join(';').split(';')) {
    const at = pair.indexOf('=');
    if (at < 0) continue;
    const name = pair.slice(0, at).trim();
    cookies[name] ??= decoded(
      pair
        .slice(at + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    );
  }
  return cookies;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
