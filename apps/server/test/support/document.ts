import { appRouter, exampleIds as ids } from '@daybook/api';
import { type Operation, operationsOf } from '@daybook/facade';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Arbitrary } from 'fast-check';
import fc from 'fast-check';
import { apiDocument } from '../../src/http/document.ts';
import type { Answer } from './service.ts';

export type Schema = Readonly<Record<string, unknown>> | boolean;

interface Content {
  readonly content?: {
    readonly 'application/json'?: { readonly schema: Schema; readonly example?: unknown };
    /** Of a file. */
    readonly 'text/csv'?: { readonly schema: Schema; readonly example?: unknown };
  };
}

interface Response extends Content {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly 'x-error-codes'?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

export const document = JSON.parse(JSON.stringify(apiDocument())) as Document;
export const operations = operationsOf(appRouter);

export function documented({ method, path }: Pick<Operation, 'method' | 'path'>): DocumentedOperation {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not documented`);
  return found;
}

const lastName = (pointer: string) => pointer.slice(pointer.lastIndexOf('/') + 1);

/** A schema of the document, its reference followed. */
function resolve(schema: Schema): Schema {
  const pointer = typeof schema === 'object' ? schema.$ref : undefined;
  if (typeof pointer !== 'string') return schema;
  const found = document.components.schemas[lastName(pointer)];
  if (found === undefined) throw new Error(`${pointer} is missing`);
  return resolve(found);
}

const ajv = formats.default(
  // OpenAPI's own keywords mean nothing to JSON Schema.
  new Ajv2020({ strict: false, allErrors: true, formats: { password: true } }),
);
ajv.addSchema(document as object, 'document');

/** References of the document lead into it. */
const absolute = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'));

/** What is wrong with a value, or nothing. */
export function faultsOf(schema: Schema, value: unknown): readonly ErrorObject[] {
  return ajv.validate(absolute(schema), value) ? [] : (ajv.errors ?? []);
}

/** In what an answer differs from the documented one of its status: status, code, headers, body. */
export function driftOf(operation: DocumentedOperation, { status, headers, body }: Answer): string[] {
  const reference = operation.responses[status];
  const response = reference?.$ref ? document.components.responses[lastName(reference.$ref)] : reference;
  const schema = response?.content?.['application/json']?.schema;
  const isFile = schema === undefined && (headers.get('content-type') ?? '') in (response?.content ?? {});
  if (!response || (!schema && !isFile && status !== 304)) return [`status ${status} is not documented`];
  const codes = response['x-error-codes'];
  const missing = Object.entries(response.headers ?? {}).filter(
    ([name, { required }]) => required && headers.get(name) === null,
  );
  return [
    ...(schema ? faultsOf(schema, body) : []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    ),
    ...(codes && !codes.includes(body?.error?.code) ? [`code ${body?.error?.code} at ${status}`] : []),
    ...missing.map(([name]) => `header ${name} is missing`),
  ];
}

type Type = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array';

/** The keywords that the document's inputs use. */
interface Keywords {
  readonly type?: Type | readonly Type[] | undefined;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
}

export type Fields = Readonly<Record<string, unknown>>;

const fits = (schema: Schema) => (value: unknown) => faultsOf(schema, value).length === 0;
const isId = (schema: Schema) => typeof schema === 'object' && String(schema.$ref).endsWith('/Id');
const known = fc.constantFrom(ids.user, ids.payee, ids.cheque, ids.bankAccount);

/** Texts as people write them, and now and then any code points at all. */
function texts({ minLength = 0, maxLength = 40 }: Keywords): Arbitrary<string> {
  const lengths = { minLength, maxLength: Math.min(maxLength, minLength + 40) };
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ ...lengths, unit: 'grapheme' }) },
    { weight: 1, arbitrary: fc.string({ ...lengths, unit: 'binary' }) },
  );
}

function strings(keywords: Keywords): Arbitrary<unknown> {
  const { pattern, examples = [] } = keywords;
  // fast-check cannot make texts for properties of Unicode.
  if (pattern?.includes('\\p{')) return fc.constantFrom(...examples, '');
  const made = pattern === undefined ? texts(keywords) : fc.stringMatching(new RegExp(pattern));
  return examples.length > 0 ? fc.oneof(made, fc.constantFrom(...examples)) : made;
}

function ofType(keywords: Keywords): Arbitrary<unknown> {
  const { type, minimum: min = -1000, maximum: max = 1000 } = keywords;
  switch (type) {
    case 'string':
      return strings(keywords);
    case 'integer':
      return fc.integer({ min, max });
    case 'number':
      return fc.oneof(fc.integer({ min, max }), fc.double({ min, max, noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`no values are made for ${JSON.stringify(keywords)}`);
  }
}

/** Values that a schema of the document allows. */
export function valuesOf(schema: Schema): Arbitrary<unknown> {
  const resolved = resolve(schema) as Keywords;
  const types = [resolved.type ?? []].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => valuesOf({ ...resolved, type })));
  const keywords = { ...resolved, type: types[0] };
  if (keywords.anyOf) return fc.oneof(...keywords.anyOf.map(valuesOf));
  if (keywords.const !== undefined) return fc.constant(keywords.const);
  if (keywords.enum) return fc.constantFrom(...keywords.enum);
  if (keywords.type === 'object') return objectsOf(keywords);
  if (keywords.type === 'array') return arraysOf(keywords);
  const values = ofType(keywords).filter(fits(schema));
  // Most identifiers name a record, or little would succeed.
  return isId(schema) ? fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: values }) : values;
}

function objectsOf({ properties = {}, required = [], ...rest }: Keywords): Arbitrary<Fields> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)]),
  );
  const schema = { properties, required, ...rest } as Schema;
  return fc.record(fields, { requiredKeys: [...required] }).filter(fits(schema));
}

function arraysOf({ items = {}, minItems = 0, maxItems = 10, uniqueItems }: Keywords): Arbitrary<unknown> {
  const lengths = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 10) };
  return (uniqueItems ? fc.uniqueArray : fc.array)(valuesOf(items), lengths);
}

/** An example with some of its fields made anew: more of them succeed than of what is made from nothing. */
export const variationsOf = (schema: Schema, example: Fields): Arbitrary<Fields> =>
  (valuesOf(schema) as Arbitrary<Fields>)
    .chain((made) => fc.subarray(Object.keys(made)).map((names) => ({ made, names })))
    .map(({ made, names }) => ({
      ...example,
      ...Object.fromEntries(names.map((name) => [name, made[name]])),
    }));

const strange = [null, true, 5.5, -1, '', 'x', 'x'.repeat(20_000), [], {}, ['x'], { x: 1 }];

/** A valid object with one field that the schema does not allow, or without one that it requires. */
export function oneFault(schema: Schema): Arbitrary<{ body: Fields; field: string }> | undefined {
  const { properties = {}, required = [] } = resolve(schema) as Keywords;
  const replaced = Object.entries(properties).flatMap(([field, of]) =>
    strange.flatMap((value) => (fits(of)(value) ? [] : [{ field, value }])),
  );
  const faults = [...replaced, ...required.map((field) => ({ field, value: undefined }))];
  if (faults.length === 0) return undefined;
  return fc
    .tuple(valuesOf(schema) as Arbitrary<Fields>, fc.constantFrom(...faults))
    .map(([body, { field, value }]) => ({ body: { ...body, [field]: value }, field }));
}

/** A parameter's texts: what the schema allows of them, or does not. */
export const parameterFaults = (schema: Schema): string[] =>
  ['x', '-1', '5.5', '1001', 'x'.repeat(3000)].filter((text) => {
    const number = Number(text);
    return !fits(schema)(text) && !fits(schema)(number);
  });
