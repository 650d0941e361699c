import { holdsToken } from '@daybook/api';
import { DomainError, issueAt } from '@daybook/domain';
import type { Operation } from '@daybook/facade';
import type { preHandlerHookHandler } from 'fastify';
import leven from 'leven';
import { z } from 'zod';

/** The names that the query of an operation may have. */
export const parametersOf = ({ fields }: Operation): readonly string[] =>
  fields.flatMap((field) => (field.in === 'query' ? [field.sentAs] : []));

type Fields = readonly (readonly [name: string, schema: z.core.$ZodType])[];

/** What an object may have: each name, with what the objects there may have. */
interface Known {
  readonly names: ReadonlyMap<string, Known | undefined>;
  /** Those that somebody may have meant. */
  readonly sent: readonly string[];
}

/** What a schema is around another. */
type Inner = z.core.$ZodTypeDef &
  Readonly<Partial<Record<'innerType' | 'element' | 'in' | 'out', z.core.$ZodType>>> & {
    readonly options?: readonly z.core.$ZodType[];
  };

/** The object that a schema is, within optional and nullable, or has in a list or among others. */
function objectIn(schema: z.core.$ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  const { innerType, element, in: input, out, options = [] } = schema._zod.def as Inner;
  const inner = innerType ?? element ?? (input instanceof z.ZodTransform ? out : input);
  for (const one of inner ? [inner] : options) {
    const object = objectIn(one);
    if (object) return object;
  }
  return undefined;
}

/** The fields of the records in an answer, so that a record can be sent back. */
function recordFields(schema: z.core.$ZodType): string[] {
  const shape: z.core.$ZodShape = objectIn(schema)?.shape ?? {};
  return [...('_id' in shape ? Object.keys(shape) : []), ...Object.values(shape).flatMap(recordFields)];
}

/** @param owned further names of it, and of the objects within */
function knownIn(fields: Fields, owned: readonly string[], ownedWithin = owned): Known {
  const within = fields.map(([name, schema]): [string, Known | undefined] => {
    const object = objectIn(schema);
    return [name, object && knownIn(Object.entries(object.shape), ownedWithin)];
  });
  return {
    names: new Map([...owned.map((name): [string, undefined] => [name, undefined]), ...within]),
    sent: fields.map(([name]) => name),
  };
}

const named = (sent: readonly string[]): Known => ({
  names: new Map(sent.map((name) => [name, undefined])),
  sent,
});

/** What is answered as a record may stand in the body itself, what is answered somewhere within it in its objects. */
function bodyOf(operation: Operation): Known | undefined {
  const { fields, output, readsBody, meta } = operation;
  if (!readsBody) return undefined;
  // A form around what is the body otherwise.
  if (meta.openapi.body !== undefined) return named([...parametersOf(operation), meta.openapi.body]);
  const sent = fields
    .filter((field) => field.in === 'body')
    .map(({ name, schema }) => [name, schema] as const);
  const isRecord = output instanceof z.ZodObject && '_id' in output.shape;
  return knownIn(sent, isRecord ? Object.keys(output.shape) : [], recordFields(output));
}

interface Unknown {
  readonly path: readonly (string | number)[];
  readonly suggestion: string | null;
}

/** As many are named, and as many characters of each; what is no token (RFC 9110, section 5.6.2) is `?`, and so is a secret. */
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 40;
const shown = (name: string) =>
  holdsToken(name) ? '?' : name.slice(0, MAX_NAME_LENGTH).replace(/[^\w!#$%&'*+.^`|~-]/g, '?');

const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');

/** The name that was probably meant: at most two letters differ, and no more than half of them. */
function meant(name: string, sent: readonly string[]): string | null {
  if (name.length > MAX_NAME_LENGTH || !/^[\w.-]+$/.test(name)) return null;
  const typed = plain(name);
  const [nearest] = sent
    .map((known) => ({ known, distance: leven(typed, plain(known)) }))
    .filter(({ known, distance }) => distance <= Math.min(2, known.length / 2))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.known ?? null;
}

function addUnknown(found: Unknown[], value: unknown, known: Known, path: Unknown['path'] = []): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && found.length < MAX_NAMES; at += 1)
      addUnknown(found, value[at], known, [...path, at]);
    return;
  }
  for (const name in value) {
    if (found.length === MAX_NAMES) return;
    const within = known.names.get(name);
    if (within) addUnknown(found, (value as Record<string, unknown>)[name], within, [...path, name]);
    else if (!known.names.has(name))
      found.push({ path: [...path, shown(name)], suggestion: meant(name, known.sent) });
  }
}

/** `"form";suggestion="from", "page"`: a list of RFC 9651. */
const listed = (found: readonly Unknown[]) =>
  found
    .map(({ path, suggestion }) => {
      const name = `"${shown(path.join('.'))}"`;
      return suggestion === null ? name : `${name};suggestion="${suggestion}"`;
    })
    .join(', ');

/** Whether the first `handling` among the preferences is `strict` (RFC 7240, sections 2 and 4.4). */
function isStrict(prefer: string | readonly string[]): boolean {
  for (const preference of [prefer].flat().join(',').split(',')) {
    const [name = '', value = ''] = (preference.split(';', 1)[0] ?? '').split('=');
    if (name.trim().toLowerCase() === 'handling') return /^\s*"?strict"?\s*$/i.test(value);
  }
  return false;
}

/**
 * Names in headers what a request has and the operation does not know, or refuses it where the caller prefers that. What is
 * known is collected once, at the start.
 * @throws VALIDATION
 */
export function tellUnknownNames(operation: Operation): preHandlerHookHandler {
  const sent = parametersOf(operation);
  const query = named(sent);
  const body = bodyOf(operation);
  return (request, reply, done) => {
    const { prefer } = request.headers;
    const refuses = prefer !== undefined && isStrict(prefer);
    if (refuses) reply.header('preference-applied', 'handling=strict');
    const [inQuery, inBody]: [Unknown[], Unknown[]] = [[], []];
    addUnknown(inQuery, request.query, query);
    if (body && !(request.body instanceof Blob)) addUnknown(inBody, request.body, body);
    if (inQuery.length > 0) reply.header('unknown-parameters', listed(inQuery));
    if (inBody.length > 0) reply.header('unknown-fields', listed(inBody));
    const found = [...inQuery, ...inBody];
    if (!refuses || found.length === 0) return done();
    const issues = found.map(({ path, suggestion }) => issueAt(path, 'unknown_name', { suggestion }));
    const names = found.map(({ path }) => path.join('.')).join(', ');
    throw new DomainError('VALIDATION', `Not known here: ${names}.`, { issues });
  };
}
