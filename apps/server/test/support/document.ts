import { appRouter } from '@daybook/api';
import { type Operation, operationsOf } from '@daybook/facade';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { apiDocument } from '../../src/http/document.ts';
import type { Answer } from './service.ts';

export type Schema = Readonly<Record<string, unknown>> | boolean;

interface Content {
  readonly content?: {
    readonly 'application/json'?: { readonly schema: Schema; readonly example?: unknown };
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
export function resolve(schema: Schema): Schema {
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
  if (!response || (!schema && status !== 304)) return [`status ${status} is not documented`];
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
