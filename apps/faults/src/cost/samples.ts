import { referenceFields } from '@daybook/domain';
import { z } from 'zod';
import type { Fixtures } from './target.ts';

/** Text of about this many bytes in UTF-8. */
export type Generate = (bytes: number) => string;

const repeated =
  (unit: string, before = '', after = ''): Generate =>
  (bytes) => {
    const rest = bytes - Buffer.byteLength(before + after);
    return before + unit.repeat(Math.max(1, Math.floor(rest / Buffer.byteLength(unit)))) + after;
  };

/** Half of one, then half of the other: marks of two classes have to be put in order. */
const halves =
  (first: string, second: string): Generate =>
  (bytes) =>
    repeated(first, 'a')(bytes / 2) + repeated(second)(bytes / 2);

/** What every field accepts at little cost. */
export const plainText: Generate = repeated('a plain word or two, ');
/** The same with two bytes a letter: the longest accepted text of it has as many bytes as one of combining marks. */
export const plainMultibyteText: Generate = repeated('слово');

/** Found to be slow in services of this group: part of every quick run. */
export const knownTexts: Readonly<Record<string, Generate>> = {
  'marks of two classes': halves('\u0300', '\u0316'),
  'marks in turn': repeated('\u0300\u0316', 'a'),
  'halfwidth marks': halves('\u0300', '\uff9e'),
  zeros: repeated('0', '1', '1'),
  spaces: repeated(' ', 'a', 'a'),
  'white space': repeated('\u00a0\t\n \u3000', 'x', 'x'),
  'date with zeros': repeated('0', '2023-12-', 'x'),
  'amount with zeros': repeated('0', '', 'x'),
  'addresses one after another': repeated('a@'),
  'phone brackets': repeated('(', '+', 'x'),
};

/** Close to what the regular expressions and parsers of the sources look for. */
export const otherTexts: Readonly<Record<string, Generate>> = {
  digits: repeated('1234567890'),
  nines: repeated('9', '0.', 'x'),
  quotes: repeated('"'),
  backslashes: repeated('\\'),
  'square brackets': repeated('['),
  'round brackets': repeated('(', '', 'x'),
  braces: repeated('{'),
  commas: repeated(','),
  colons: repeated(':', '1', 'x'),
  dashes: repeated('-', '2023', 'x'),
  dots: repeated('.', '1', 'x'),
  slashes: repeated('/'),
  'dots and slashes': repeated('..'),
  'percent signs': repeated('%'),
  'spaces at the end': repeated(' ', 'a'),
  'spaces in front': repeated(' ', '', '2023-12-08x'),
  'time with zeros': repeated('0', '08:', 'x'),
  'dotted domain': repeated('a.', 'a@', '@'),
  'long local part': repeated('a', '', '@'),
  'quoted local part': repeated('\\"', '"', '@a'),
  'phone signs': repeated('1-(\u2010) ', '+'),
  identifiers: repeated('0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e,'),
  'hexadecimal dashes': repeated('0193-'),
  'base64 of brackets': repeated('W1tb'),
  'base64 of a position': (bytes) =>
    Buffer.from(JSON.stringify(['\u0300\u0316'.repeat(bytes / 6), 'x'])).toString('base64url'),
  'three parts of a token': repeated('eyJh.'),
  'language tag': repeated('-aaaa', 'en-x'),
  'Etc paths': repeated('Etc/', '', 'UTC'),
  alternatives: repeated('(a|b)*c|'),
  repetitions: repeated('a{1,255}'),
  'optional parts': repeated('(a?)?'),
  classes: repeated('[a-z0-9]*'),
  'anything, anything': repeated('.*', '', 'x'),
  lookarounds: repeated('(?=a)'),
  'lone surrogates': repeated('\ud800'),
  'pairs and halves': repeated('\u{1f600}\udc00'),
  NUL: repeated('\0'),
  'line separators': repeated('\u2028\n'),
  'signs that show nothing': repeated('\u200b\u00ad'),
  jamo: repeated('\u1100\u1161\u11a8'),
  'leading jamo': repeated('\u1100'),
  'one sign that becomes 18': repeated('\ufdfa'),
  'one that becomes three': repeated('\u{1d160}'),
  'upper case that grows': repeated('\u0390\u0130\ufb03'),
  emoji: repeated('\u{1f469}\u200d'),
};

/** Of headers alone, in ASCII. */
export const headerTexts: Readonly<Record<string, Generate>> = {
  'entity tags': repeated('"1", '),
  'weak tags': repeated('W/"'),
  'unclosed tags': repeated('"1'),
  cookies: repeated('a=1; '),
  'cookies of one letter': repeated('a;'),
  'quoted cookies': repeated('a="; '),
  'encoded cookies': repeated('%20', 'a='),
  'charset parameters': repeated('; charset'),
  'quoted parameters': repeated(';a="\\'),
  'types with quality': repeated('a/b;q=0.1,'),
  'addresses of networks': repeated('127.0.0.1, '),
  'addresses of IPv6': repeated('::1,'),
  'tokens with tabs': repeated('\t', 'a', 'a'),
};

/** Of addresses alone, written as they are sent. */
export const addressTexts: Readonly<Record<string, Generate>> = {
  'one parameter again and again': repeated('search=a&'),
  'a limit again and again': repeated('limit=1&'),
  'parameters of one letter': repeated('a&'),
  ampersands: repeated('&'),
  'equals signs': repeated('='),
  'plus signs': repeated('+', 'search='),
  'encoded letters': repeated('%41', 'search='),
  'half encoded': repeated('%4', 'search='),
  'bytes that are no UTF-8': repeated('%ff', 'search='),
  'names with brackets': repeated('a[]=1&'),
};

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
