import { z } from 'zod';
import type {
  CreateDocumentOptions,
  oas31,
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { hasNoBody } from './answers.ts';
import { FORM } from './bodies.ts';
import type { Complete, Schema, Webhook } from './document.ts';
import { type Field, isVoid } from './inputs.ts';
import type { RestMeta } from './meta.ts';
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

type Components = Record<string, Schema>;

/**
 * A parameter is required where its schema refuses to be without it. Its description is its schema's own, else that of
 * the component its schema refers to.
 */
export function describeParameters(
  operationObject: oas31.OperationObject,
  operation: Operation,
  components: Components,
): void {
  if (operationObject.parameters?.length === 0) delete operationObject.parameters;
  for (const parameter of operationObject.parameters ?? []) {
    if (!('name' in parameter) || !parameter.schema) continue;
    const field = operation.fields.find((one) => {
      const name = one.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
      return one.in === parameter.in && one.sentAs === name;
    });
    if (parameter.in !== 'path' && field && refuses(field.schema, undefined)) parameter.required = true;
    if (field?.isSeparated && field.in === 'query')
      Object.assign(parameter, { style: 'form', explode: false });
    const { $ref, description } = parameter.schema as { $ref?: string; description?: string };
    const component = $ref ? components[$ref.slice('#/components/schemas/'.length)] : undefined;
    const said = description ?? component?.description;
    if (said !== undefined) parameter.description ??= said;
  }
}

/** `required` as the procedure sees it, and a named component for an input that has an id. */
export function describeBody(
  operationObject: oas31.OperationObject,
  operation: Operation,
  components: Components,
): void {
  const { requestBody } = operationObject;
  if (!operation.body || !requestBody || !('content' in requestBody)) {
    delete operationObject.requestBody;
    return;
  }
  const { input } = operation;
  const isWhole = !input || operation.meta.openapi.body !== undefined || operation.fields.length === 0;
  const required = isWhole ? refuses(operation.body, undefined) : refusesEmpty(operation);
  Object.assign(requestBody, { required });
  if (isWhole) return;
  for (const media of Object.values(requestBody.content)) {
    const schema = media.schema as oas31.SchemaObject;
    // All fields optional, yet not all absent: a refinement says so.
    if (required && !('$ref' in schema) && schema.type === 'object' && !schema.required?.length)
      schema.minProperties ??= 1;
    const name = input.meta()?.id;
    if (name === undefined || '$ref' in schema) continue;
    const same =
      components[name] === undefined || JSON.stringify(components[name]) === JSON.stringify(schema);
    if (!same) continue;
    components[name] = schema;
    media.schema = { $ref: `#/components/schemas/${name}` };
  }
}

/** Whether an empty body fails, be it for a required field or by a refinement of the whole. */
function refusesEmpty({ input, body, fields }: Operation): boolean {
  const names = fields.flatMap((field) => (field.in === 'body' ? [field.name] : []));
  const shape = Object.entries(input?.shape ?? {}).filter(([name]) => names.includes(name));
  // A union's refinements are those of its options, which `body` no longer has.
  if (input && refuses(input.clone({ ...input._zod.def, shape: Object.fromEntries(shape) }), {})) return true;
  return body !== undefined && refuses(body, {});
}

/** A schema that throws (asynchronous, or in need of what is not there) is taken to refuse. */
function refuses(schema: z.core.$ZodType, value: unknown): boolean {
  try {
    return !z.safeParse(schema, value).success;
  } catch {
    return true;
  }
}

const meanings: Readonly<Record<number, string>> = { 201: 'It is made', 202: 'It will be done' };

export type Shared = Record<string, oas31.ResponseObject>;

export function describeResponses<Meta extends RestMeta>(
  operationObject: oas31.OperationObject,
  operation: Operation<Meta>,
  { envelope, failure, failures }: Complete<Meta>,
  shared: Shared,
): void {
  const responses: oas31.ResponsesObject = {};
  for (const [status, { output = operation.output }] of operation.statuses) {
    const success = (operationObject.responses?.[status] ?? {}) as oas31.ResponseObject;
    const { 'application/json': json, 'text/event-stream': events } = success.content ?? {};
    if (events && operation.meta.openapi.events) {
      const description = 'Server-sent events; the data of each is JSON of contentSchema';
      const contentMediaType = 'text/event-stream';
      events.schema = {
        type: 'string',
        description,
        contentMediaType,
        contentSchema: events.schema,
      } as oas31.SchemaObject;
    }
    if (json) {
      const result = isVoid(output) ? { type: 'null' as const } : (json.schema ?? {});
      json.schema = hasNoBody(status) ? result : envelope(result, operation);
    }
    responses[status] = {
      ...success,
      description: success.description || (meanings[status] ?? 'It is done'),
    };
  }
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
