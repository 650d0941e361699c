import { type AnyTRPCProcedure, initTRPC } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { operationsOf, type RestMeta, type RestOperation, restPlugin } from '../src/index.ts';

const t = initTRPC.meta<RestMeta>().create();
const any = z.unknown();

const get = (input: z.ZodType, rest: Partial<RestOperation> = {}, output: z.ZodType = any) =>
  t.procedure
    .meta({ openapi: { method: 'GET', path: '/a', ...rest } })
    .input(input)
    .output(output)
    .query(() => undefined);
const post = (input: z.ZodType, rest: Partial<RestOperation> = {}, output: z.ZodType = any) =>
  t.procedure
    .meta({ openapi: { method: 'POST', path: '/a', ...rest } })
    .input(input)
    .output(output)
    .mutation(() => undefined);
const a = (field: z.ZodType) => z.object({ a: field });
const text = a(z.string());

test.each<[string, AnyTRPCProcedure, RegExp]>([
  [
    'a number in a query',
    get(a(z.number().optional())),
    /"a" takes a number, but is sent as text: say read: 'number'/,
  ],
  ['a boolean in a path', get(a(z.boolean()), { path: '/{a}' }), /takes a boolean/],
  ['a list of dates', get(a(z.array(z.date()))), /takes a date, .* say read: 'date'/],
  ['an object in a query', get(a(z.object({}))), /takes a object, but is sent as text/],
  ['a list in a path', get(a(z.array(z.string())), { path: '/{a}' }), /is a list, which a path cannot hold/],
  ['a separated text', get(text, { fields: { a: { separated: true } } }), /is no list/],
  ['an unknown field', get(text, { fields: { b: {} } }), /its input has no field "b"/],
  [
    'a header that OpenAPI ignores',
    get(text, { fields: { a: { in: 'header', name: 'Accept' } } }),
    /header Accept/,
  ],
  [
    'a header that is none',
    get(text, { fields: { a: { in: 'header', name: 'a b' } } }),
    /cannot be named a b/,
  ],
  [
    'a path parameter elsewhere',
    get(text, { path: '/{a}', fields: { a: { in: 'header' } } }),
    /is in the path/,
  ],
  ['another name in a body', post(text, { fields: { a: { name: 'b' } } }), /keeps its name in a body/],
  ['an array in a query', get(z.array(z.string())), /must be an object with fields: they are the query/],
  ['a record in a query', get(z.record(z.string(), z.string())), /must be an object with fields/],
  ['a body of GET', get(text, { body: 'a' }), /a GET has no body/],
  ['a body that is no field', post(text, { body: 'b' }), /its input has no field "b"/],
  ['types of no body', get(text, { bodyTypes: ['text/csv'] }), /it has no body, but bodyTypes/],
  ['a date in JSON', post(z.object({ a: a(z.date()) })), /its body cannot be JSON: a\.a is a date/],
  ['a map in JSON', post(a(z.map(z.string(), z.string()))), /a is a map/],
  ['a file in JSON', post(a(z.file()), { bodyTypes: ['application/json'] }), /a is a file/],
  [
    'an object in a form',
    post(a(z.object({})), { bodyTypes: ['multipart/form-data'] }),
    /"a" of a form takes a object/,
  ],
  [
    'a file in an encoded form',
    post(a(z.file()), { bodyTypes: ['application/x-www-form-urlencoded'] }),
    /of a form takes a file/,
  ],
  [
    'text without a field for it',
    post(text, { bodyTypes: ['text/csv'] }),
    /needs body, the field that is its text/,
  ],
  ['text for a number', post(a(z.number()), { body: 'a', bodyTypes: ['text/csv'] }), /needs body/],
  [
    'an output with a map',
    get(text, {}, a(z.map(z.string(), z.string()))),
    /its output cannot be JSON: a is a map/,
  ],
  ['an output with a transform', get(text, {}, a(z.string().transform(Number))), /a is a transform/],
  ['a failing status', get(text, { statuses: { 404: {} } }), /404 is no status of a success/],
  ['no status', get(text, { statuses: {} }), /it has no status/],
  ['two statuses', get(text, { statuses: { 200: {}, 202: {} } }), /no answer\(\) that chooses one/],
  [
    'a header that nothing sets',
    get(text, { statuses: { 201: { headers: { Location: z.string() } } } }),
    /no answer\(\)/,
  ],
  [
    'an output of 204',
    get(text, { statuses: { 204: { output: z.string() } } }),
    /204 has no body, but an output/,
  ],
  ['no media type', get(text, { representations: { csv: { write: String } } }), /csv is no media type/],
  ['no representation', get(text, { json: false }), /has no representations/],
  [
    'a representation of nothing',
    get(text, { statuses: { 204: {} }, representations: { 'text/csv': { write: String } } }),
    /it has representations, but no body/,
  ],
  [
    'events with a status',
    get(text, { events: any, statuses: { 201: {} } }),
    /a stream of events has one status/,
  ],
  [
    'a subscription without events',
    t.procedure.meta({ openapi: { method: 'GET', path: '/a' } }).subscription(async function* () {}),
    /a subscription needs events/,
  ],
  [
    'a schema that says nothing of itself',
    t.procedure
      .meta({ openapi: { method: 'GET', path: '/a' } })
      .input((value: unknown) => value as object)
      .output(any)
      .query(() => undefined),
    /is no schema of zod, and gives no JSON Schema of itself/,
  ],
])('%s is refused at the start, naming the procedure', (_what, procedure, why) => {
  const router = t.router({ wrong: procedure });
  expect(() => operationsOf(router)).toThrow(why);
  expect(() => restPlugin(router, { context: () => ({}) })).toThrow(/^wrong \((GET|POST) \/(a|\{a\})\): /);
});
