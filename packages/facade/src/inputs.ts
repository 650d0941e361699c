import { z } from 'zod';
import { defOf, itemOf, type Kind, kindsOf, unwrapped } from './kinds.ts';
import type { RestField, RestOperation } from './meta.ts';

type Schema = z.core.$ZodType;

export function isZod(schema: unknown): schema is z.ZodType {
  return typeof schema === 'object' && schema !== null && '_zod' in schema;
}

export function isVoid(schema: unknown): boolean {
  return isZod(schema) && ['void', 'undefined', 'never'].includes(schema._zod.def.type);
}

/**
 * The object that a client writes: the input side of pipes, codecs and preprocess, without optional and the like. Of a
 * union it has the fields of all options, of an intersection those of both sides; of a record none.
 */
export function objectOf(schema: Schema): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  const def = defOf(schema);
  const inner = unwrapped(schema, 'input');
  if (inner) return objectOf(inner);
  if (def.type === 'record') return z.object({});
  const options = def.options ?? [def.left, def.right].filter((side) => side !== undefined);
  if (options.length === 0) return undefined;
  const objects = options.map(objectOf);
  if (!objects.every((object) => object !== undefined)) return undefined;
  return def.options ? oneOf(objects) : merged(objects);
}

function oneOf(objects: readonly z.ZodObject[]): z.ZodObject {
  const names = new Set(objects.flatMap(({ shape }) => Object.keys(shape)));
  const shape = Array.from(names, (name): [string, Schema] => {
    const fields = objects.flatMap((object) => object.shape[name] ?? []);
    const [first = z.unknown(), ...others] = new Set(fields);
    const field = others.length === 0 ? first : z.union([first, ...others]);
    return [name, fields.length < objects.length ? z.optional(field) : field];
  });
  return z.object(Object.fromEntries(shape));
}

/** All fields, with the refinements of all of them. */
export function merged(objects: readonly z.ZodObject[]): z.ZodObject | undefined {
  const [first, ...others] = objects;
  if (!first || others.length === 0) return first;
  return first.clone({
    ...first._zod.def,
    shape: Object.assign({}, ...objects.map((object) => object.shape)),
    checks: objects.flatMap((object) => object._zod.def.checks ?? []),
  });
}

/** A schema of objects without some of their fields, and without refinements, which have no JSON Schema. */
export function without(schema: Schema, names: readonly string[]): Schema {
  if (schema instanceof z.ZodObject) {
    const { id: _, ...about } = schema.meta() ?? {};
    const shape = Object.entries(schema.shape).filter(([name]) => !names.includes(name));
    return schema.clone({ ...schema._zod.def, shape: Object.fromEntries(shape), checks: [] }).meta(about);
  }
  const def = defOf(schema);
  const inner = unwrapped(schema, 'input');
  if (inner) return without(inner, names);
  const hasOne = names.some((name) => name in (objectOf(schema)?.shape ?? {}));
  if (!hasOne) return schema;
  if (schema instanceof z.ZodDiscriminatedUnion && !names.includes(schema.def.discriminator)) {
    const options = schema.options.map((option) => without(option as Schema, names));
    return z.discriminatedUnion(schema.def.discriminator, options as [z.ZodObject, ...z.ZodObject[]]);
  }
  if (def.options) return z.union(def.options.map((option) => without(option, names)) as [Schema]);
  if (def.left && def.right) return z.intersection(without(def.left, names), without(def.right, names));
  return schema;
}

/** Standard JSON Schema, which zod, ArkType and others have; valibot has it by @valibot/to-json-schema. */
interface WithJsonSchema {
  readonly '~standard': {
    readonly jsonSchema: { input(options: { target: string }): Record<string, unknown> };
  };
}

/**
 * What another library's schema takes, as a schema of zod that is documented and never validates.
 * @throws if it does not tell
 */
export function zodOf(schema: unknown): z.ZodType {
  const standard = (schema as Partial<WithJsonSchema> | undefined)?.['~standard'];
  if (!standard?.jsonSchema)
    throw new Error('.input() is no schema of zod, and gives no JSON Schema of itself');
  const json = standard.jsonSchema.input({ target: 'draft-2020-12' });
  const read = z.fromJSONSchema(json as Parameters<typeof z.fromJSONSchema>[0]);
  const object = objectOf(read);
  if (!object) return documentedAs(read, json);
  const properties = json.properties as Readonly<Record<string, Record<string, unknown>>> | undefined;
  const shape = Object.entries(object.shape).map(([name, field]): [string, Schema] => {
    const property = properties?.[name];
    return [name, property ? documentedAs(field as z.ZodType, property) : field];
  });
  return z.object(Object.fromEntries(shape));
}

function documentedAs(schema: z.ZodType, { $schema: _, ...json }: Record<string, unknown>): z.ZodType {
  return schema.meta({ override: json });
}

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
