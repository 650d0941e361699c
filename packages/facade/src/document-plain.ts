import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { JSON_BODY } from './bodies.ts';
import { operationIdOf } from './document-operations.ts';
import type { DocumentOptions } from './document-options.ts';

import { mayHold } from './kinds.ts';
import type { Operation } from './operations.ts';

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
