import type { AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import type { RestMeta } from './meta.ts';
import { type MetaOf, type Operation, operationsOf } from './operations.ts';
import { mergeOutputSchemas } from './schemas.ts';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** One failing status of an operation. */
export interface FailureResponse {
  /** Responses of the same name stand once, under components. */
  name?: string;
  description: string;
  headers?: NonNullable<oas31.ResponseObject['headers']>;
  example?: unknown;
  [extension: `x-${string}`]: unknown;
}

export interface DocumentOptions<Meta extends RestMeta = RestMeta> {
  info: oas31.InfoObject;
  servers: oas31.ServerObject[];
  tags?: oas31.TagObject[];
  /** Protected operations ask for any one of them. */
  securitySchemes: Record<string, oas31.SecuritySchemeObject>;
  /** The schema of a 200, around the schema of the procedure's result. */
  envelope(result: Schema, operation: Operation<Meta>): Schema;
  /** The body of every failure, as one named component. */
  failure: { name: string; schema: oas31.SchemaObject };
  /** Every failing status that can come from an operation. */
  failures(operation: Operation<Meta>): Record<number, FailureResponse>;
  /** Last word on one operation: examples, extensions, headers of the 200. */
  finish?(operationObject: oas31.OperationObject, operation: Operation<Meta>): void;
}

/**
 * The OpenAPI 3.1 document of what `restPlugin` serves.
 * @throws Error for metadata that `operationsOf` refuses, for a schema without a JSON Schema (a transform in an output),
 * and if two different components have the same name.
 */
export function openApiDocument<Router extends AnyTRPCRouter>(
  router: Router,
  options: DocumentOptions<MetaOf<Router>>,
): oas31.OpenAPIObject {
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
    if (operation.meta.openapi.protect === false) operationObject.security = [];
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
  options: Pick<DocumentOptions, 'info' | 'securitySchemes'>,
): oas31.OpenAPIObject {
  const procedures = Object.fromEntries(operations.map((operation) => [operation.id, standIn(operation)]));
  const router = { _def: { procedures } } as unknown as Parameters<typeof generateOpenApiDocument>[0];
  const { title, version } = options.info;
  return generateOpenApiDocument(router, {
    title,
    version,
    baseUrl: '',
    securitySchemes: options.securitySchemes,
  });
}

/**
 * A procedure as the generator reads it. It refuses parameters other than string, number, boolean and the like, but
 * takes any pipe and documents its input side: so every parameter is the entrance of a pipe.
 */
function standIn({ id, type, meta, params, input, output, readsBody }: Operation) {
  const shape = Object.entries(input?.shape ?? {}).map(([name, field]) => {
    const inBody = readsBody && !params.includes(name);
    return [name, inBody ? field : z.pipe(field, z.unknown())];
  });
  // Refinements have no JSON Schema, and the generator cannot take path parameters out of a refined object.
  const object = input?.clone({ ...input._zod.def, shape: Object.fromEntries(shape), checks: [] });
  const { id: _, ...about } = input?.meta() ?? {};
  const operationId =
    meta.openapi.operationId ?? id.replaceAll(/\.(.)/g, (_dot, letter: string) => letter.toUpperCase());
  return {
    _def: {
      type,
      // An empty list keeps the library's own error schemas out.
      meta: { openapi: { ...meta.openapi, operationId, errorResponses: [] } },
      inputs: object && shape.length > 0 ? [object.meta(about)] : [],
      output,
    },
  };
}

type Components = Record<string, Schema>;

/**
 * A parameter is required where its schema refuses to be without it. Its description is its schema's own, else that of
 * the component its schema refers to.
 */
function describeParameters(
  operationObject: oas31.OperationObject,
  operation: Operation,
  components: Components,
): void {
  if (operationObject.parameters?.length === 0) delete operationObject.parameters;
  for (const parameter of operationObject.parameters ?? []) {
    if (!('name' in parameter) || !parameter.schema) continue;
    const field = operation.input?.shape[parameter.name];
    if (parameter.in === 'query' && field && refuses(field, undefined)) parameter.required = true;
    const { $ref, description } = parameter.schema as { $ref?: string; description?: string };
    const component = $ref ? components[$ref.slice('#/components/schemas/'.length)] : undefined;
    const said = description ?? component?.description;
    if (said !== undefined) parameter.description ??= said;
  }
}

/** `required` as the procedure sees it, and a named component for an input that has an id. */
function describeBody(
  operationObject: oas31.OperationObject,
  operation: Operation,
  components: Components,
): void {
  const { requestBody } = operationObject;
  const content =
    requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  if (!operation.input || !operation.readsBody || !content?.schema || !requestBody) {
    delete operationObject.requestBody;
    return;
  }
  const required = refusesEmpty(operation.input, operation.params);
  Object.assign(requestBody, { required });
  const schema = content.schema as oas31.SchemaObject;
  // All fields optional, yet not all absent: a refinement says so.
  if (required && !schema.required?.length) schema.minProperties ??= 1;

  const name = operation.input.meta()?.id;
  if (name === undefined) return;
  const same = components[name] === undefined || JSON.stringify(components[name]) === JSON.stringify(schema);
  if (!same) return;
  components[name] = schema;
  content.schema = { $ref: `#/components/schemas/${name}` };
}

/** Whether an empty body fails, be it for a required field or by a refinement of the whole. */
function refusesEmpty(input: z.ZodObject, params: readonly string[]): boolean {
  const shape = Object.entries(input.shape).filter(([name]) => !params.includes(name));
  return refuses(input.clone({ ...input._zod.def, shape: Object.fromEntries(shape) }), {});
}

/** A schema that throws (asynchronous, or in need of what is not there) is taken to refuse. */
function refuses(schema: z.core.$ZodType, value: unknown): boolean {
  try {
    return !z.safeParse(schema, value).success;
  } catch {
    return true;
  }
}

type Shared = Record<string, oas31.ResponseObject>;

function describeResponses<Meta extends RestMeta>(
  operationObject: oas31.OperationObject,
  operation: Operation<Meta>,
  { envelope, failure, failures }: DocumentOptions<Meta>,
  shared: Shared,
): void {
  const success = operationObject.responses?.['200'] as oas31.ResponseObject | undefined;
  const isVoid = ['void', 'undefined'].includes(operation.output._zod.def.type);
  const result = isVoid ? { type: 'null' as const } : (success?.content?.['application/json']?.schema ?? {});
  const responses: oas31.ResponsesObject = {
    200: {
      description: success?.description ?? '',
      content: { 'application/json': { schema: envelope(result, operation) } },
    },
  };
  const schema = { $ref: `#/components/schemas/${failure.name}` };
  for (const [status, { name, example, ...about }] of Object.entries(failures(operation))) {
    const content = { 'application/json': { schema, ...(example !== undefined && { example }) } };
    responses[status] = share(name, { ...about, content }, shared);
  }
  operationObject.responses = responses;
}

function share(name: string | undefined, response: oas31.ResponseObject, shared: Shared) {
  if (name === undefined) return response;
  shared[name] ??= response;
  if (JSON.stringify(shared[name]) !== JSON.stringify(response))
    throw new Error(`Two responses are named ${name}`);
  return { $ref: `#/components/responses/${name}` };
}
