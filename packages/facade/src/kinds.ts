import { z } from 'zod';
import type { oas31 } from 'zod-openapi';

/** A kind of value that a schema takes or gives. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'bigint'
  | 'date'
  | 'array'
  | 'object'
  | 'file'
  | 'nothing'
  | 'any';
type Side = 'input' | 'output';
type Schema = z.core.$ZodType;

/** What zod keeps of a schema; the public types differ for each kind. */
interface Def {
  readonly type: string;
  readonly coerce?: boolean;
  readonly innerType?: Schema;
  readonly options?: readonly Schema[];
  readonly left?: Schema;
  readonly right?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly getter?: () => Schema;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly items?: readonly Schema[];
  readonly rest?: Schema | null;
  readonly valueType?: Schema;
}

export const defOf = (schema: Schema): Def => schema._zod.def;

const plain: Readonly<Record<string, Kind>> = {
  string: 'string',
  template_literal: 'string',
  number: 'number',
  int: 'number',
  boolean: 'boolean',
  bigint: 'bigint',
  date: 'date',
  array: 'array',
  tuple: 'array',
  object: 'object',
  record: 'object',
  file: 'file',
  null: 'nothing',
  undefined: 'nothing',
  void: 'nothing',
  never: 'nothing',
};

const kindOfValue = (value: unknown): Kind =>
  value === null || value === undefined ? 'nothing' : (plain[typeof value] ?? 'any');

/** The next schema on this side of a schema that wraps another; undefined for all others. */
export function unwrapped(schema: Schema, side: Side): Schema | undefined {
  const def = defOf(schema);
  if (def.type === 'pipe') {
    // A preprocess takes anything, but is documented as what it is for.
    if (side === 'input') return def.in && defOf(def.in).type === 'transform' ? def.out : def.in;
    return def.out;
  }
  return def.innerType ?? (def.type === 'lazy' ? def.getter?.() : undefined);
}

/** The kinds of values on one side of a schema. */
export function kindsOf(schema: Schema, side: Side = 'input', seen = new Set<Schema>()): ReadonlySet<Kind> {
  const def = defOf(schema);
  if (seen.has(schema)) return new Set();
  seen.add(schema);
  if (def.coerce && side === 'input') return new Set(['any']);
  if (def.type === 'pipe' && side === 'input' && def.in && defOf(def.in).type === 'transform')
    return new Set(['any']);
  const inner = unwrapped(schema, side);
  if (inner) {
    const kinds = new Set(kindsOf(inner, side, seen));
    return ['optional', 'nullable', 'default', 'prefault'].includes(def.type) ? kinds.add('nothing') : kinds;
  }
  if (def.options) return new Set(def.options.flatMap((option) => [...kindsOf(option, side, seen)]));
  if (def.type === 'intersection' && def.left) return kindsOf(def.left, side, seen);
  if (def.values) return new Set(def.values.map(kindOfValue));
  if (def.entries) return new Set(Object.values(def.entries).map(kindOfValue));
  return new Set([plain[def.type] ?? 'any']);
}

/** The schema of an array's items, through what is around the array. */
export function itemOf(schema: Schema): Schema | undefined {
  const def = defOf(schema);
  if (def.type === 'array') return def.element;
  const inner = unwrapped(schema, 'input');
  if (inner) return itemOf(inner);
  return def.options?.map(itemOf).find((item) => item !== undefined);
}

/** The schemas inside a schema, on one side, each with its name there. */
function parts(schema: Schema, side: Side): [string, Schema][] {
  const def = defOf(schema);
  const inner = unwrapped(schema, side);
  if (inner) return [['', inner]];
  const unnamed = [...(def.options ?? []), def.left, def.right].filter((part) => part !== undefined);
  const items = [...(def.items ?? []), def.rest, def.element, def.valueType].filter((part) => part != null);
  return [
    ...Object.entries(def.shape ?? {}).map(([name, part]): [string, Schema] => [`.${name}`, part]),
    ...unnamed.map((part): [string, Schema] => ['', part]),
    ...items.map((part): [string, Schema] => ['[]', part]),
  ];
}

const neverJson = ['map', 'set', 'symbol', 'function', 'nan', 'promise', 'file'];
/** JSON has no such values; in an answer they are written as text. */
const onlyAnswered = ['bigint', 'date'];

/** The first part of a schema that JSON cannot hold: `.when is a date`. */
export function notJson(schema: Schema, side: Side, path = '', seen = new Set<Schema>()): string | undefined {
  if (seen.has(schema) || (schema instanceof z.ZodType && schema.meta()?.override)) return undefined;
  seen.add(schema);
  const { type, coerce } = defOf(schema);
  if (neverJson.includes(type)) return `${path} is a ${type}`;
  if (side === 'input' && onlyAnswered.includes(type) && !coerce) return `${path} is a ${type}`;
  if (side === 'output' && type === 'transform') return `${path} is a transform, which has no schema`;
  for (const [name, part] of parts(schema, side)) {
    const found = notJson(part, side, path + name, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a value of this type may be within what a schema gives. */
export function mayHold(schema: Schema, type: string, seen = new Set<Schema>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  return defOf(schema).type === type || parts(schema, 'output').some(([, part]) => mayHold(part, type, seen));
}

const REF = '#/components/schemas/';

/**
 * The generator writes a schema of both inputs and outputs twice, as `Note` and `NoteOutput`, even if they only differ in
 * `additionalProperties: false`. Such a pair is merged into `Note`.
 */
export function mergeOutputSchemas(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const outputs = new Map<string, string>();
  for (const name of Object.keys(schemas)) {
    if (name.endsWith('Output') && name.slice(0, -6) in schemas) outputs.set(name, name.slice(0, -6));
  }

  // Schemas refer to each other: assume that all pairs are equal, and remove those that differ until none does.
  const differing = () =>
    [...outputs].filter(([output, input]) => {
      return (
        rename(withoutClosed(schemas[output]), outputs) !== rename(withoutClosed(schemas[input]), outputs)
      );
    });
  for (let different = differing(); different.length > 0; different = differing()) {
    for (const [output] of different) outputs.delete(output);
  }

  const merged: oas31.OpenAPIObject = JSON.parse(
    rename(JSON.stringify(document), outputs),
    withoutIntegerLimits,
  );
  for (const output of outputs.keys()) delete merged.components?.schemas?.[output];
  return merged;
}

/** zod writes the limits of JavaScript's integers for every integer, which are of no use to a client. */
function withoutIntegerLimits(key: string, value: unknown): unknown {
  const isLimit =
    (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);
  return isLimit ? undefined : value;
}

function withoutClosed(schema: unknown): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    return key === 'additionalProperties' && value === false ? undefined : value;
  });
}

function rename(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/"#\/components\/schemas\/([^"]+)"/g, (whole, name: string) => {
    const to = names.get(name);
    return to === undefined ? whole : JSON.stringify(REF + to);
  });
}
