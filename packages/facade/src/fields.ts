import type { z } from 'zod';
import { itemOf, type Kind, kindsOf } from './kinds.ts';
import type { RestField, RestOperation } from './meta.ts';

/** Where a field of an input is in a request, and how it is read from there. */
export interface Field {
  /** Its name in the input. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** Its name there; of a header in lower case. */
  readonly sentAs: string;
  readonly schema: z.core.$ZodType;
  readonly read: RestField['read'];
  /** Whether it takes an array and no text, so that a single value is an array of one. */
  readonly isList: boolean;
  readonly isSeparated: boolean;
}

/** A token of RFC 9110; a cookie's name is one too. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** OpenAPI ignores parameters of these names, and says what they are for in other places. */
const elsewhere = ['accept', 'content-type', 'authorization', 'cookie', 'host', 'content-length'];

/**
 * The fields of an input, with their places.
 * @throws an error that says which one cannot be sent as it is declared
 */
export function fieldsOf(
  input: z.ZodObject | undefined,
  params: readonly string[],
  rest: RestOperation,
): Field[] {
  const shape = input?.shape ?? {};
  for (const name of Object.keys(rest.fields ?? {})) {
    if (!(name in shape)) throw new Error(`its input has no field "${name}"`);
  }
  const hasQuery = rest.method === 'GET' || rest.method === 'DELETE' || rest.body !== undefined;
  return Object.entries(shape).map(([name, schema]) => {
    const { in: chosen, name: sentAs = name, read, separated } = rest.fields?.[name] ?? {};
    const fail = (why: string) => new Error(`the field "${name}" ${why}`);
    const isInPath = params.includes(name);
    if (isInPath && (chosen !== undefined || sentAs !== name)) throw fail('is in the path');
    if (name === rest.body && chosen !== undefined) throw fail('is the body');
    const place = isInPath ? 'path' : name === rest.body ? 'body' : (chosen ?? (hasQuery ? 'query' : 'body'));
    if ((place === 'header' || place === 'cookie') && !TOKEN.test(sentAs))
      throw fail(`cannot be named ${sentAs}`);
    if (place === 'header' && elsewhere.includes(sentAs.toLowerCase()))
      throw fail(`cannot be the header ${sentAs}: the document has no place for it`);
    if (place === 'body' && sentAs !== name) throw fail('keeps its name in a body');
    const kinds = kindsOf(schema);
    const isList = kinds.has('array') && !kinds.has('string') && !kinds.has('any');
    if (isList && (place === 'path' || place === 'cookie'))
      throw fail(`is a list, which a ${place} cannot hold`);
    if (separated && !isList) throw fail('is no list');
    const field: Field = {
      name,
      in: place,
      sentAs: place === 'header' ? sentAs.toLowerCase() : sentAs,
      schema,
      read,
      isList,
      isSeparated: isList && (place === 'header' || separated === true),
    };
    if (place !== 'body') refuseUnlessText(field, fail);
    return field;
  });
}

/** @throws if no text, as it is or as it is read, can be what the field takes */
export function refuseUnlessText(
  field: Field,
  fail: (why: string) => Error,
  others: readonly Kind[] = [],
): void {
  const { schema, isList, read } = field;
  const kinds = kindsOf((isList ? itemOf(schema) : undefined) ?? schema);
  const given: readonly Kind[] = ['string', 'any', ...(read ? [read] : []), ...others];
  if (given.some((kind) => kinds.has(kind))) return;
  const [kind = 'nothing'] = [...kinds].filter((one) => one !== 'nothing');
  const remedy = ['number', 'boolean', 'bigint', 'date'].includes(kind) ? `: say read: '${kind}'` : '';
  throw fail(`takes a ${kind}, but is sent as text${remedy}`);
}
