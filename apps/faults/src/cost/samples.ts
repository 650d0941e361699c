import { referenceFields } from '@daybook/domain';
import { z } from 'zod';
import type { Fixtures } from './target.ts';
import type { Generate } from './texts.ts';

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

const filled =
  (unit: string | ((n: number) => string), open: string, close: string): Generate =>
  (bytes) => {
    const parts: string[] = [];
    for (let length = open.length + close.length, n = 0; ; n++) {
      const part = typeof unit === 'string' ? unit : unit(n);
      length += part.length + 1;
      if (length > bytes && n > 0) return open + parts.join(',') + close;
      parts.push(part);
    }
  };

const nested =
  (open: string, close: string): Generate =>
  (bytes) => {
    const levels = Math.floor(bytes / (open.length + close.length));
    return open.repeat(levels) + close.repeat(levels);
  };

const record =
  '{"date":"2023-12-08","value":"12.50","description":"paper, and a toner","extraNotes":"","n":42}';

/** JSON as an ordinary client writes it: records of a few fields. */
export const plainJson: Generate = filled(record, '[', ']');

export const knownValues: Readonly<Record<string, Generate>> = {
  'number 10…01': (bytes) => `1${'0'.repeat(bytes - 2)}1`,
  'number 0.00…': (bytes) => `0.${'0'.repeat(bytes - 2)}`,
  'array of zeros': filled('0', '[', ']'),
  'array of numbers that lose digits': filled((n) => `0.1234567890123456789${n}`, '[', ']'),
  'as many keys as fit': filled((n) => `"k${n.toString(36)}":0`, '{', '}'),
  'nested arrays': nested('[', ']'),
};

export const otherValues: Readonly<Record<string, Generate>> = {
  'number of ones': (bytes) => '1'.repeat(bytes),
  'number 1e99…': (bytes) => `1e${'9'.repeat(bytes - 2)}`,
  'number 1e-000…1': (bytes) => `1e-${'0'.repeat(bytes - 4)}1`,
  'number -0.10…01': (bytes) => `-0.1${'0'.repeat(bytes - 5)}1`,
  'array of empty texts': filled('""', '[', ']'),
  'array of empty objects': filled('{}', '[', ']'),
  'array of fractions': filled('0.1', '[', ']'),
  'array of numbers of 17 digits': filled('12345678901234567', '[', ']'),
  'array of texts of 17 digits': filled('"12345678901234567"', '[', ']'),
  'keys that are numbers': filled((n) => `"${n * 7919}":0`, '{', '}'),
  'keys of 17 digits': filled((n) => `"${10 ** 16 + n}":0`, '{', '}'),
  'one key again and again': filled('"a":0', '{', '}'),
  '__proto__ again and again': filled('"__proto__":0', '{', '}'),
  'escaped keys': filled((n) => `"\\u006b${n}":0`, '{', '}'),
  'one long key': (bytes) => `{"${'k'.repeat(bytes - 6)}":0}`,
  'objects of different shapes': filled((n) => `{"k${n % 4096}":0}`, '[', ']'),
  'nested objects': nested('{"a":', '}').bind(undefined),
  'arrays that are not closed': (bytes) => '['.repeat(bytes),
  'text that is not closed': (bytes) => `"${'\\\\'.repeat((bytes - 1) / 2)}`,
  'escapes of letters': (bytes) => `"${'\\u0061'.repeat((bytes - 2) / 6)}"`,
  'escapes of line breaks': (bytes) => `"${'\\n'.repeat((bytes - 2) / 2)}"`,
  'white space in an array': (bytes) => `[${' \n'.repeat((bytes - 2) / 2)}]`,
  'white space, then nothing': (bytes) => `[${' '.repeat(bytes - 2)}x`,
  'a wrong letter at the end': (bytes) => `${filled('0', '[', '')(bytes - 1)}x`,
};
