import { type AnyTRPCProcedure, initTRPC, lazy } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operationsOf, type RestMeta, type RestOperation, restPlugin } from '../src/index.ts';
import { hooks, router } from './notes.ts';

const t = initTRPC.meta<RestMeta>().create();
const at = (openapi: RestOperation) => t.procedure.meta({ openapi });
const id = z.object({ id: z.string() });

test('what hooks see of an operation', () => {
  const operations = operationsOf(router);
  expect(operations.map((operation) => operation.id)).not.toContain('notes.whole');
  expect(operations.find((operation) => operation.id === 'notes.newest')).toMatchObject({
    type: 'query',
    method: 'GET',
    path: '/notes/newest',
    params: [],
    meta: { open: true, openapi: { summary: 'The newest note' } },
    input: undefined,
    readsBody: false,
  });
  const readers = operations.filter((operation) => operation.readsBody).map((operation) => operation.id);
  expect(readers).toEqual(['notes.create', 'notes.update', 'notes.settings']);
});

test('chained, wrapped and void inputs', () => {
  const post = at({ method: 'POST', path: '/a' }).output(z.void());
  const fieldsOf = (procedure: AnyTRPCProcedure) => {
    const [operation] = operationsOf(t.router({ a: procedure }));
    return operation?.input && Object.keys(operation.input.shape);
  };
  const nothing = () => undefined;
  expect(
    fieldsOf(
      post
        .input(id)
        .input(z.object({ b: z.string() }))
        .mutation(nothing),
    ),
  ).toEqual(['id', 'b']);
  expect(fieldsOf(post.input(id.optional()).mutation(nothing))).toEqual(['id']);
  expect(fieldsOf(post.input(z.preprocess((x) => x, id)).mutation(nothing))).toEqual(['id']);
  expect(fieldsOf(post.input(id.transform((x) => x.id)).mutation(nothing))).toEqual(['id']);
  expect(fieldsOf(post.input(z.void()).mutation(nothing))).toBeUndefined();
});

describe('refused at the start', () => {
  const get = at({ method: 'GET', path: '/a' }).output(z.string());
  const query = () => 'a';

  test.each([
    ['a lazy router', t.router({ slow: lazy(async () => t.router({})) }), /slow/],
    ['two of one route', t.router({ a: get.query(query), b: get.query(query) }), /b and a are both GET \/a/],
    [
      'two of one route under different names',
      t.router({
        a: at({ method: 'GET', path: '/{id}' }).input(id).output(z.string()).query(query),
        b: at({ method: 'GET', path: '/{x}' })
          .input(z.object({ x: z.string() }))
          .output(z.string())
          .query(query),
      }),
      /b and a are both/,
    ],
    [
      'two names for one path',
      t.router({
        a: at({ method: 'GET', path: '/{id}' }).input(id).output(z.string()).query(query),
        b: at({ method: 'PUT', path: '/{x}' })
          .input(z.object({ x: z.string() }))
          .output(z.string())
          .mutation(query),
      }),
      /b says \/\{x\} where a says \/\{id\}/,
    ],
    [
      'a parameter without a field',
      t.router({ a: at({ method: 'GET', path: '/a/{id}' }).output(z.string()).query(query) }),
      /^a \(GET \/a\/\{id\}\): its input has no field "id"/,
    ],
    ['a mutation by GET', t.router({ a: get.mutation(query) }), /^a .*GET is for queries/],
    [
      'a query by POST',
      t.router({ a: at({ method: 'POST', path: '/a' }).output(z.string()).query(query) }),
      /^a /,
    ],
    ['no output', t.router({ a: at({ method: 'GET', path: '/a' }).query(query) }), /^a .*output/],
    [
      'an input that is no object',
      t.router({ a: get.input(z.array(z.string())).query(query) }),
      /^a .*must be an object/,
    ],
    [
      'a half-segment',
      t.router({ a: at({ method: 'GET', path: '/a-{id}' }).input(id).output(z.string()).query(query) }),
      /^a .*path/,
    ],
    [
      'a hyphen in a name',
      t.router({ a: at({ method: 'GET', path: '/{a-b}' }).output(z.string()).query(query) }),
      /^a .*path/,
    ],
    [
      'a trailing slash',
      t.router({ a: at({ method: 'GET', path: '/a/' }).output(z.string()).query(query) }),
      /^a .*path/,
    ],
  ])('%s', (_what, wrong, message) => {
    expect(() => operationsOf(wrong)).toThrow(message);
    expect(() => restPlugin(wrong, hooks)).toThrow(message);
  });
});
