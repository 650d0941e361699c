import { referenceFields } from '@daybook/domain';
import { z } from 'zod';
import type { Fixtures } from './target.ts';

export type Fields = Readonly<Record<string, z.ZodType>>;
type Schema = { readonly [key: string]: unknown };

export const schemaOf = (field: z.ZodType) =>
  z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as Schema;

/** The first value of this keyword at any depth. */
export function found(schema: unknown, keyword: string): unknown {
  if (typeof schema !== 'object' || schema === null) return undefined;
  if (keyword in schema) return (schema as Schema)[keyword];
  for (const inner of Object.values(schema)) {
    const value = found(inner, keyword);
    if (value !== undefined) return value;
  }
  return undefined;
}

export const schemaKey = (field: z.ZodType) =>
  JSON.stringify(schemaOf(field), (key, value) =>
    ['description', 'examples', 'default', '$schema', 'id'].includes(key) ? undefined : value,
  );

/** The first example of the field, or of what it wraps; a schema that transforms keeps it out of its JSON Schema. */
function example(field: z.ZodType): unknown {
  const { examples } = (field.meta() ?? {}) as { examples?: readonly unknown[] };
  if (examples) return examples[0];
  const { innerType, in: input } = field.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? input;
  return inner && example(inner);
}

let samples = 0;
let days = 0;

/** Another each time, from 1950 on. */
const anotherDay = () => new Date(Date.UTC(1950, 0, ++days)).toISOString().slice(0, 10);

/** A value that the field accepts; where it may have to be unique, another each time. */
function sample(name: string, field: z.ZodType, { ids }: Fixtures): unknown {
  const references: Readonly<Record<string, string>> = referenceFields;
  const resource = references[name] ?? `${name.replace(/ID$/, '')}s`.replace(/ys$/, 'ies');
  if (ids[resource]) return ids[resource];
  if (name === 'username') return `ada${++samples}`;
  // A worker has one rate from a day.
  if (name === 'from') return anotherDay();
  if (name === 'expiresAt') return new Date(Date.now() + 30 * 86_400_000).toISOString();
  // Nothing is closed, so that all else goes on being written.
  if (name === 'through' && field.safeParse(null).success) return null;
  const schema = schemaOf(field);
  const { items } = schema as { readonly items?: object };
  // A schema with a name stands elsewhere.
  const choices = items && found('$ref' in items ? schema : items, 'enum');
  if (items && !ids[name]) return [choices ?? []].flat().slice(0, 1);
  const value = example(field) ?? (found(schema, 'enum') as unknown[] | undefined)?.[0];
  if (value !== undefined) return value;
  switch (found(schema, 'type')) {
    case 'integer':
      return 1;
    case 'array':
      return [ids[name]];
    // A schema with a name stands elsewhere, so this is the first type of one that may be null.
    case 'null':
      return null;
    default:
      return `text ${++samples}`;
  }
}

/** Fields with which the operation succeeds: all of a creation, else the required ones. */
export const validInput = (id: string, fields: Fields, fixtures: Fixtures) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => id.endsWith('.create') || !field.safeParse(undefined).success)
      .map(([name, field]) => [name, sample(name, field, fixtures)]),
  );

/** An object's JSON with one field as it is written. */
export function withField(fields: Record<string, unknown>, name: string, value: string): string {
  const { [name]: _, ...others } = fields;
  const rest = JSON.stringify(others).slice(1);
  return `{${JSON.stringify(name)}:${value}${rest === '}' ? '' : ','}${rest}`;
}
