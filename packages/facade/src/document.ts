import type { AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import { createDocument, type oas31, type ZodOpenApiOperationObject } from 'zod-openapi';
import { JSON_BODY } from './bodies.ts';
import {
  asJson,
  describeBody,
  describeParameters,
  describeResponses,
  generated,
  operationIdOf,
  type Shared,
  webhookItem,
} from './document-operations.ts';
import { mayHold, mergeOutputSchemas } from './kinds.ts';
import type { RestMeta } from './meta.ts';
import { type MetaOf, type Operation, operationsOf } from './operations.ts';

export type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** One failing status of an operation. */
export interface FailureResponse {
  /** Responses of the same name stand once, under components. */
  name?: string;
  /** When it is answered. */
  description: string;
  /** The headers that it carries. */
  headers?: NonNullable<oas31.ResponseObject['headers']>;
  /** A body as an example. */
  example?: unknown;
  /** Extensions of the document. */
  [extension: `x-${string}`]: unknown;
}

/** A request that the service makes to an address that a client has named. */
export interface Webhook {
  /** Default: POST. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Default: its name. */
  operationId?: string;
  /** When it is made, in a few words. */
  summary?: string;
  /** What else there is to know; Markdown. */
  description?: string;
  /** The groups that it belongs to. */
  tags?: string[];
  /** `true`: it should no longer be relied upon. */
  deprecated?: boolean;
  /** Its JSON body, as the service writes it. */
  body: z.ZodType;
  /** What the receiver may answer. Default: any 2xx, which says that it has arrived. */
  responses?: Record<string, string>;
}

/** What `openApiDocument` takes. */
export interface DocumentOptions<Meta extends RestMeta = RestMeta> {
  /** The title and version of the interface, and what else is said of it. */
  info: oas31.InfoObject;
  /** Where it is served. Default: `/`, the address that the document came from. */
  servers?: oas31.ServerObject[];
  /** The tags that operations name, with their descriptions. */
  tags?: oas31.TagObject[];
  /** Protected operations ask for any one of them. Default: none, and no operation is said to be protected. */
  securitySchemes?: Record<string, oas31.SecuritySchemeObject>;
  /** The schema of a success, around the schema of the procedure's result: what the hook `success` makes. */
  envelope?(result: Schema, operation: Operation<Meta>): Schema;
  /** The body of every failure, as one named component. Default: what `defaultFailure` answers. */
  failure?: { name: string; schema: oas31.SchemaObject };
  /** Every failing status that can come from an operation. Default: one response for all of them. */
  failures?(operation: Operation<Meta>): Record<number, FailureResponse> | { default: FailureResponse };
  /** Requests that the service itself makes, by name. */
  webhooks?: Record<string, Webhook>;
  /** Last word on one operation: examples, extensions, headers of the 200. */
  finish?(operationObject: oas31.OperationObject, operation: Operation<Meta>): void;
}

export type Complete<Meta extends RestMeta = RestMeta> = DocumentOptions<Meta> &
  Required<Pick<DocumentOptions<Meta>, keyof typeof defaults>>;

/** What is left out. */
export const defaults = {
  servers: [{ url: '/' }],
  securitySchemes: {},
  envelope: (result: Schema) => result,
  failure: {
    name: 'Failure',
    schema: {
      type: 'object',
      required: ['message', 'code'],
      properties: {
        message: { type: 'string' },
        code: { type: 'string' },
        issues: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              path: { type: 'array', items: { type: ['string', 'number'] } },
              message: { type: 'string' },
            },
          },
        },
      },
    },
  },
  failures: () => ({ default: { name: 'Failure', description: 'It failed' } }),
} satisfies Partial<DocumentOptions<never>>;

/** Whether trpc-to-openapi's generator knows such operations: parameters and a JSON object, then 200 with JSON. */
export function isPlain({ fields, body, bodyTypes, output, meta }: Operation): boolean {
  const { statuses, representations, events, json, body: wholeBody } = meta.openapi;
  const hasJson = !statuses && !representations && !events && json !== false;
  const isObject = body === undefined || (body instanceof z.ZodObject && wholeBody === undefined);
  const isKnown = ({ name, sentAs, in: place }: Operation['fields'][number]) =>
    place !== 'header' && place !== 'cookie' && name === sentAs;
  const schemas = [output, ...fields.map(({ schema }) => schema)];
  return (
    hasJson &&
    isObject &&
    bodyTypes.every((type) => type === JSON_BODY) &&
    fields.every(isKnown) &&
    !schemas.some((schema) => mayHold(schema, 'date') || mayHold(schema, 'bigint'))
  );
}

/** The document of operations that are all plain, by trpc-to-openapi. */
export function generatePlain(
  operations: readonly Operation[],
  { info, securitySchemes = {} }: Pick<DocumentOptions, 'info' | 'securitySchemes'>,
): oas31.OpenAPIObject {
  const procedures = Object.fromEntries(operations.map((operation) => [operation.id, standIn(operation)]));
  const router = { _def: { procedures } } as unknown as Parameters<typeof generateOpenApiDocument>[0];
  const { title, version } = info;
  const document = generateOpenApiDocument(router, { title, version, baseUrl: '', securitySchemes });
  for (const { method, path, meta } of operations) {
    const operation = document.paths?.[path]?.[method.toLowerCase() as 'get'];
    if (operation && meta.openapi.protect === false) operation.security = [];
  }
  return document;
}

/**
 * A procedure as the generator reads it. It refuses parameters other than string, number, boolean and the like, but
 * takes any pipe and documents its input side: so every parameter is the entrance of a pipe.
 */
function standIn(operation: Operation) {
  const { type, meta, fields, body, output } = operation;
  const object = body instanceof z.ZodObject ? body : z.object({});
  const parameters = fields.filter((field) => field.in !== 'body');
  const shape = {
    ...Object.fromEntries(parameters.map(({ name, schema }) => [name, z.pipe(schema, z.unknown())])),
    ...object.shape,
  };
  const input = object.clone({ ...object._zod.def, shape }).meta(object.meta() ?? {});
  return {
    _def: {
      type,
      // An empty list keeps the library's own error schemas out.
      meta: { openapi: { ...meta.openapi, operationId: operationIdOf(operation), errorResponses: [] } },
      inputs: Object.keys(shape).length > 0 ? [input] : [],
      output,
    },
  };
}

/**
 * The OpenAPI 3.1 document of what `restPlugin` serves.
 * @throws Error for metadata that `operationsOf` refuses, for a schema without a JSON Schema (a transform in an output),
 * and if two different components have the same name.
 */
export function openApiDocument<Router extends AnyTRPCRouter>(
  router: Router,
  given: DocumentOptions<MetaOf<Router>>,
): oas31.OpenAPIObject {
  const options: Complete<MetaOf<Router>> = { ...defaults, ...given };
  const operations = operationsOf(router);
  const generated = mergeOutputSchemas(generate(operations, options));
  const schemas = { ...generated.components?.schemas };
  if (options.failure.name in schemas) throw new Error(`Two components are named ${options.failure.name}`);
  schemas[options.failure.name] = options.failure.schema;

  const document: oas31.OpenAPIObject = {
    ...generated,
    info: options.info,
    servers: options.servers,
    ...(options.tags && { tags: options.tags }),
    components: { ...generated.components, schemas },
  };
  const shared: Shared = {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase() as Lowercase<Operation['method']>;
    const operationObject = document.paths?.[operation.path]?.[method];
    if (!operationObject) throw new Error(`${operation.id} is missing from the generated document`);
    describeParameters(operationObject, operation, schemas);
    describeBody(operationObject, operation, schemas);
    describeResponses(operationObject, operation, options, shared);
    options.finish?.(operationObject, operation);
  }
  if (Object.keys(shared).length > 0) Object.assign(document.components ?? {}, { responses: shared });
  return document;
}

function generate(
  operations: readonly Operation[],
  {
    info,
    servers,
    securitySchemes,
    webhooks,
  }: Pick<Complete, 'info' | 'servers' | 'securitySchemes' | 'webhooks'>,
): oas31.OpenAPIObject {
  // What trpc-to-openapi does not know is written with the library on which it stands.
  if (operations.every(isPlain) && !webhooks) return generatePlain(operations, { info, securitySchemes });
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase();
    paths[operation.path] = {
      ...paths[operation.path],
      [method]: generated(operation, Object.keys(securitySchemes)),
    };
  }
  const calls = Object.entries(webhooks ?? {}).map(([name, webhook]) => [name, webhookItem(name, webhook)]);
  const document = {
    openapi: '3.1.0' as const,
    info,
    servers,
    paths,
    ...(calls.length > 0 && { webhooks: Object.fromEntries(calls) }),
    components: { securitySchemes },
  };
  return createDocument(document, { override: asJson });
}
