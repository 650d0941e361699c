import { z } from 'zod';
import type {
  CreateDocumentOptions,
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { hasNoBody } from './answers.ts';
import { FORM } from './bodies.ts';
import type { Webhook } from './document.ts';
import type { Field } from './fields.ts';
import { isVoid } from './inputs.ts';
import type { Operation } from './operations.ts';

/** Bigints and dates as they are written; of a request, a bigint is the integer that stands in a query. */
export const asJson: NonNullable<CreateDocumentOptions['override']> = ({ zodSchema, jsonSchema, io }) => {
  const { type } = zodSchema._zod.def;
  if (type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  if (type !== 'bigint' || io === 'input') return;
  delete jsonSchema.format;
  Object.assign(jsonSchema, { type: 'string', pattern: '^-?[0-9]+$' });
};

/** `notes.get` → `notesGet`. */
export const operationIdOf = ({ id, meta }: Operation): string =>
  meta.openapi.operationId ?? id.replaceAll(/\.(.)/g, (_dot, letter: string) => letter.toUpperCase());

/** An operation as the generator of schemas takes it. */
export function generated(operation: Operation, schemes: readonly string[]): ZodOpenApiOperationObject {
  const { meta, fields, body, bodyTypes } = operation;
  const { summary, description, tags, protect, deprecated } = meta.openapi;
  const part = meta.openapi.body;
  const schemaOf = (type: string) =>
    type === FORM && part !== undefined && body ? z.object({ [part]: body }) : (body ?? z.unknown());
  const content = Object.fromEntries(bodyTypes.map((type) => [type, { schema: schemaOf(type) }]));
  return {
    operationId: operationIdOf(operation),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(tags && { tags }),
    security: protect === false ? [] : schemes.map((name) => ({ [name]: [] })),
    ...(deprecated && { deprecated }),
    ...(fields.length > 0 && { requestParams: parametersOf(operation) }),
    ...(body && { requestBody: { required: false, content } }),
    responses: responsesOf(operation),
  };
}

function parametersOf({ fields, meta }: Operation) {
  const named = (place: Field['in']) => {
    const inPlace = fields.filter((field) => field.in === place);
    const entries = inPlace.map(({ name, sentAs, schema }) => [
      meta.openapi.fields?.[name]?.name ?? sentAs,
      schema,
    ]);
    return z.object(Object.fromEntries(entries));
  };
  const places = (['path', 'query', 'header', 'cookie'] as const).filter((place) =>
    fields.some((field) => field.in === place),
  );
  return Object.fromEntries(places.map((place) => [place, named(place)]));
}

function responsesOf({ statuses, output, meta }: Operation): ZodOpenApiResponsesObject {
  const { representations = {}, json = true, events } = meta.openapi;
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, { description = '', headers, output: part }] of statuses) {
    const schema = part ?? output;
    const types = events
      ? { 'text/event-stream': { schema: events } }
      : {
          ...(json && { 'application/json': { schema: isVoid(schema) ? {} : schema } }),
          ...Object.fromEntries(
            Object.entries(representations).map(([type, about]) => [
              type,
              { schema: about.schema ?? textOrNot(type) },
            ]),
          ),
        };
    responses[`${status}` as '200'] = {
      description,
      ...(headers && { headers: z.object(headers) }),
      ...(!hasNoBody(status) && { content: types }),
    };
  }
  return responses;
}

const textOrNot = (type: string) => (type.startsWith('text/') ? { type: 'string' as const } : {});

/** A request that the service makes, as the item of a path. */
export function webhookItem(name: string, webhook: Webhook): ZodOpenApiPathItemObject {
  const { method = 'POST', body, responses, ...about } = webhook;
  const answers = Object.entries(responses ?? { '2XX': 'It has arrived' });
  return {
    [method.toLowerCase()]: {
      operationId: name,
      ...about,
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: Object.fromEntries(answers.map(([status, description]) => [status, { description }])),
    },
  };
}
