import { initTRPC } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { openApiDocument } from '../src/document.ts';
import type { RestMeta } from '../src/index.ts';
import { documentOptions } from './document-options.ts';
import { router } from './notes.ts';

const document = openApiDocument(router, documentOptions);
const schemas = document.components?.schemas ?? {};
const operation = (path: string, method: 'get' | 'post' | 'put' | 'patch' | 'delete') =>
  document.paths?.[path]?.[method] as oas31.OperationObject;
const bodyOf = (operationObject: oas31.OperationObject) =>
  operationObject.requestBody as oas31.RequestBodyObject;

test('info, servers and tags', () => {
  const { info, servers, tags } = documentOptions;
  expect(document).toMatchObject({ openapi: '3.1.0', info, servers, tags });
});

test('operations', () => {
  expect(operation('/notes/newest', 'get')).toMatchObject({
    operationId: 'notesNewest',
    tags: ['Notes'],
    security: [],
  });
  expect(operation('/notes', 'get').security).toEqual([{ bearer: [] }]);
  expect(operation('/settings', 'patch').operationId).toBe('changeSettings');
});

test('parameters of every kind', () => {
  const strings = { type: 'array', items: { type: 'string' } };
  expect(operation('/notes', 'get').parameters).toEqual([
    {
      in: 'query',
      name: 'search',
      description: 'Words in the title',
      schema: { type: 'string', description: 'Words in the title' },
    },
    { in: 'query', name: 'label', schema: { anyOf: [{ type: 'string' }, strings] } },
    { in: 'query', name: 'limit', schema: { type: 'string', pattern: '^\\d+$' } },
    { in: 'query', name: 'ids', schema: strings },
    { in: 'query', name: 'sort', schema: { type: 'string', enum: ['title', 'age'], default: 'title' } },
  ]);
  expect(operation('/notes/{noteID}', 'put').parameters).toEqual([
    {
      in: 'path',
      name: 'noteID',
      required: true,
      description: 'Identifier of a note',
      schema: { $ref: '#/components/schemas/NoteID' },
    },
  ]);
});

test('bodies', () => {
  const create = bodyOf(operation('/notes', 'post'));
  expect(create.required).toBe(true);
  expect(create.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/NoteInput' });
  // Every field optional, but a refinement wants one.
  const update = bodyOf(operation('/notes/{noteID}', 'put'));
  expect(update.required).toBe(true);
  expect(update.content['application/json']?.schema).toMatchObject({ minProperties: 1 });
  expect(operation('/notes/{noteID}/archive', 'post').requestBody).toBeUndefined();
});

test('an optional body is not required', () => {
  const t = initTRPC.meta<RestMeta>().create();
  const openapi = { method: 'POST', path: '/a' } as const;
  const optional = t.router({
    a: t.procedure
      .meta({ openapi })
      .input(z.object({ b: z.string().optional() }))
      .output(z.void())
      .mutation(() => {}),
  });
  const { paths } = openApiDocument(optional, documentOptions);
  expect(paths?.['/a']?.post?.requestBody).toMatchObject({ required: false });
});

test('a query parameter is required where the procedure needs it', () => {
  const t = initTRPC.meta<RestMeta>().create();
  const openapi = { method: 'GET', path: '/a' } as const;
  const input = z.object({
    needed: z.union([z.literal(1), z.string()]),
    list: z.preprocess((value) => [value].flat(), z.array(z.string())),
    spare: z.array(z.string()).optional(),
  });
  const needy = t.router({
    a: t.procedure
      .meta({ openapi })
      .input(input)
      .output(z.void())
      .query(() => {}),
  });
  expect(openApiDocument(needy, documentOptions).paths?.['/a']?.get?.parameters).toMatchObject([
    { name: 'needed', required: true },
    { name: 'list', required: true },
    { name: 'spare', schema: { type: 'array' } },
  ]);
});

test('responses', () => {
  const { responses } = operation('/notes/{noteID}', 'get');
  expect(Object.keys(responses ?? {})).toEqual(['200', '400', '401', '404', '500']);
  expect(responses?.['200']?.content['application/json'].schema.properties.data).toEqual({
    $ref: '#/components/schemas/Note',
  });
  expect(responses?.['401']).toEqual({
    description: 'No valid credentials',
    headers: { 'WWW-Authenticate': { schema: { type: 'string' } } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  });
  const archive = operation('/notes/{noteID}/archive', 'post').responses?.['200'];
  expect(archive?.content['application/json'].schema.properties.data).toEqual({ type: 'null' });
});

test('a named response is written once; examples and extensions are kept', () => {
  const named = { name: 'Gone', description: 'Gone', example: 1, 'x-codes': ['GONE'] };
  const { paths, components } = openApiDocument(router, {
    ...documentOptions,
    failures: () => ({ 410: named }),
  });
  const reference = { $ref: '#/components/responses/Gone' };
  expect(paths?.['/notes']?.get?.responses?.['410']).toEqual(reference);
  expect(paths?.['/notes']?.post?.responses?.['410']).toEqual(reference);
  const schema = { $ref: '#/components/schemas/Failure' };
  const content = { 'application/json': { schema, example: 1 } };
  expect(components?.responses).toEqual({ Gone: { description: 'Gone', 'x-codes': ['GONE'], content } });
  const differing = ({ id }: { id: string }) => ({ 410: { name: 'Gone', description: id } });
  expect(() => openApiDocument(router, { ...documentOptions, failures: differing })).toThrow(
    'Two responses are named Gone',
  );
});

test('the description of a parameter takes precedence over its component; integers have no needless limits', () => {
  const t = initTRPC.meta<RestMeta>().create();
  const openapi = { method: 'GET', path: '/a' } as const;
  const Flag = z.string().meta({ id: 'Flag', description: 'true or false' });
  const described = t.router({
    a: t.procedure
      .meta({ openapi })
      .input(z.object({ open: Flag.optional().meta({ description: 'Only open ones' }), other: Flag }))
      .output(z.object({ count: z.int(), positive: z.int().min(1) }))
      .query(() => ({ count: 0, positive: 1 })),
  });
  const get = openApiDocument(described, documentOptions).paths?.['/a']?.get;
  expect(get?.parameters).toMatchObject([
    { name: 'open', description: 'Only open ones' },
    { name: 'other', description: 'true or false' },
  ]);
  expect(get?.responses?.['200']?.content['application/json'].schema.properties.data.properties).toEqual({
    count: { type: 'integer' },
    positive: { type: 'integer', minimum: 1 },
  });
});

test('each component once, none unused', () => {
  expect(Object.keys(schemas).toSorted()).toEqual(
    ['Failure', 'Label', 'Note', 'NoteID', 'NoteInput', 'Settings', 'SettingsOutput'].toSorted(),
  );
  const text = JSON.stringify(document);
  for (const name of Object.keys(schemas)) expect(text).toContain(`"#/components/schemas/${name}"`);
  for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/([^"]+)/g))
    expect(schemas).toHaveProperty([name]);
});

test('input and output schemas that refer to each other', () => {
  const t = initTRPC.meta<RestMeta>().create();
  const Leaf = z.object({ value: z.string() }).meta({ id: 'Leaf' });
  const Other = z.object({ value: z.string().default('') }).meta({ id: 'Other' });
  const Tree = z.object({ leaf: Leaf }).meta({ id: 'Tree' });
  const Bush = z.object({ other: Other }).meta({ id: 'Bush' });
  const fields = z.object({ tree: Tree, bush: Bush });
  const openapi = { method: 'POST', path: '/a' } as const;
  const twins = t.router({
    a: t.procedure
      .meta({ openapi })
      .input(fields)
      .output(fields)
      .mutation(({ input }) => input),
  });
  const components = openApiDocument(twins, documentOptions).components?.schemas;
  expect(Object.keys(components ?? {}).toSorted()).toEqual(
    ['Bush', 'BushOutput', 'Failure', 'Leaf', 'Other', 'OtherOutput', 'Tree'].toSorted(),
  );
  expect(components?.Tree).toMatchObject({ properties: { leaf: { $ref: '#/components/schemas/Leaf' } } });
});

test('finish is applied last; generating it again gives the same', () => {
  const finished = openApiDocument(router, {
    ...documentOptions,
    finish: (operationObject, { id }) => Object.assign(operationObject, { 'x-procedure': id }),
  });
  expect(finished.paths?.['/notes']?.get).toHaveProperty('x-procedure', 'notes.list');
  expect(openApiDocument(router, documentOptions)).toEqual(document);
});

test('a component may not have the name of the failure', () => {
  const failure = { ...documentOptions.failure, name: 'Note' };
  expect(() => openApiDocument(router, { ...documentOptions, failure })).toThrow(
    'Two components are named Note',
  );
});
