import { z } from 'zod';
import { defOf, unwrapped } from './kinds.ts';

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
