import type { AnyTRPCRouter } from '@trpc/server';
import { createDocument, type oas31, type ZodOpenApiOperationObject } from 'zod-openapi';
import { describeBody, describeParameters, describeResponses, type Shared } from './document-descriptions.ts';
import { asJson, generated, webhookItem } from './document-operations.ts';
import { type Complete, type DocumentOptions, defaults } from './document-options.ts';
import { generatePlain, isPlain } from './document-plain.ts';
import { type MetaOf, type Operation, operationsOf } from './operations.ts';
import { mergeOutputSchemas } from './schemas.ts';

export type { DocumentOptions, FailureResponse, Webhook } from './document-options.ts';

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
