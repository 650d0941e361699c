import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { packing } from '../../../scripts/packing.ts';
import { openApiDocument } from '../src/document.ts';
import { router } from './features.ts';

const { environment, packageFolder } = packing('facade');
const failures = { '4XX': { description: 'It is refused' }, 500: { description: 'A defect' } };
const document = openApiDocument(router, {
  info: {
    title: 'Features',
    version: '1.0.0',
    description: 'One operation for each',
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'Features', url: 'https://features.test' },
  },
  servers: [{ url: '/', description: 'This server' }],
  tags: [{ name: 'Features', description: 'Everything' }],
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  failures: () => failures,
  webhooks: {
    changed: {
      summary: 'An item has changed',
      tags: ['Features'],
      body: z.object({ item: z.object({ id: z.string() }), at: z.date() }),
    },
    gone: {
      summary: 'An item is gone',
      method: 'DELETE',
      deprecated: true,
      body: z.string(),
      responses: { 204: 'It has arrived', 410: 'Send no more' },
    },
  },
});
const operation = (path: string, method: 'get' | 'post' | 'put' | 'delete') =>
  document.paths?.[path]?.[method] as oas31.OperationObject;
const success = (
  path: string,
  method: 'get' | 'post' | 'put' | 'delete',
  status = 200,
): oas31.ResponseObject => operation(path, method).responses?.[status];
const body = (path: string, method: 'post' | 'put') =>
  operation(path, method).requestBody as oas31.RequestBodyObject;
const item = { $ref: '#/components/schemas/Item' };

test('the strictest rules of redocly find no error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'facade-document-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const cli = join(packageFolder, 'node_modules/@redocly/cli/bin/cli.js');
  const env = { ...environment, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const said = await new Promise<string>((resolve) => {
    const args = [cli, 'lint', file, '--extends=recommended-strict', '--format=json'];
    execFile(process.execPath, args, { env }, (_error, stdout) => resolve(stdout));
  });
  await rm(folder, { recursive: true });
  const { totals, problems } = JSON.parse(said);
  expect(problems).toEqual([]);
  expect(totals.errors).toBe(0);
});

test('statuses, their headers and bodies', () => {
  expect(Object.keys(operation('/items/{id}', 'put').responses ?? {})).toEqual(['200', '201', '500', '4XX']);
  expect(success('/items/{id}', 'put', 201)).toEqual({
    description: 'It was made',
    headers: { Location: { required: true, schema: { type: 'string' } } },
    content: { 'application/json': { schema: item } },
  });
  expect(success('/items/{id}', 'delete', 204)).toEqual({ description: 'It is gone' });
  expect(success('/moved', 'get', 302).content).toBeUndefined();
  expect(operation('/moved', 'get').deprecated).toBe(true);
});

test('media types of an answer', () => {
  expect(success('/items', 'get').content).toEqual({
    'application/json': { schema: { type: 'array', items: item } },
    'text/csv': { schema: { type: 'string' } },
    'application/x-ndjson': { schema: {} },
  });
  expect(success('/file', 'get').content).toEqual({ 'application/octet-stream': { schema: {} } });
  expect(success('/values', 'get').content?.['application/json']?.schema).toMatchObject({
    properties: {
      at: { type: 'string', format: 'date-time' },
      count: { type: 'string', pattern: '^-?[0-9]+$' },
    },
  });
});

test('events', () => {
  expect(success('/ticks', 'get').content).toEqual({
    'text/event-stream': {
      schema: {
        type: 'string',
        description: 'Server-sent events; the data of each is JSON of contentSchema',
        contentMediaType: 'text/event-stream',
        contentSchema: { $ref: '#/components/schemas/Tick' },
      },
    },
  });
});

test('parameters in every place', () => {
  const parameters = operation('/placed/{page}', 'get').parameters as oas31.ParameterObject[];
  const places = parameters.map(
    ({ in: place, name, required }) => `${place} ${name}${required ? ' required' : ''}`,
  );
  expect(places).toEqual([
    'path page required',
    'query from-day',
    'query size',
    'query big',
    'query open',
    'query ids',
    'query tags',
    'query sort',
    'query either',
    'header If-Match',
    'header X-Languages',
    'cookie session',
  ]);
  const named = (name: string) => parameters.find((parameter) => parameter.name === name);
  expect(named('page')?.schema).toEqual({ type: 'integer' });
  expect(named('size')?.schema).toEqual({ type: 'number', maximum: 100, default: 10 });
  expect(named('big')?.schema).toMatchObject({ type: 'integer' });
  expect(named('from-day')?.schema).toEqual({ type: 'string', format: 'date-time' });
  expect(named('sort')).toMatchObject({ style: 'form', explode: false, schema: { type: 'array' } });
});

test('bodies', () => {
  expect(body('/many', 'post')).toEqual({
    required: true,
    content: { 'application/json': { schema: { type: 'array', items: item } } },
  });
  const lists = operation('/lists/{id}', 'put').parameters as oas31.ParameterObject[];
  expect(lists.map(({ in: place, name }) => `${place} ${name}`)).toEqual(['path id', 'query dryRun']);
  expect(body('/lists/{id}', 'put').content['application/json']?.schema).toMatchObject({ type: 'array' });
  expect(body('/pets', 'post').content['application/json']?.schema).toMatchObject({
    oneOf: [{ required: ['kind', 'lives'] }, { required: ['kind', 'name'] }],
  });
  // The owner is in the path.
  expect(body('/owners/{owner}/pet', 'put').content['application/json']?.schema).toMatchObject({
    anyOf: [{ required: ['kind', 'lives'] }, { required: ['kind', 'name'] }],
  });
  expect(body('/upload', 'post').content).toEqual({
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['title', 'photo'],
        properties: {
          title: { type: 'string' },
          size: { type: 'number' },
          photo: {
            type: 'string',
            format: 'binary',
            contentEncoding: 'binary',
            contentMediaType: 'image/png',
          },
          others: {
            type: 'array',
            default: [],
            items: { type: 'string', format: 'binary', contentEncoding: 'binary' },
          },
        },
      },
    },
  });
  expect(Object.keys(body('/form', 'post').content)).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
  ]);
  expect(body('/csv', 'post').content).toEqual({ 'text/csv': { schema: { type: 'string' } } });
  expect(body('/picture', 'put')).toMatchObject({ required: true, content: { 'image/png': {} } });
  const find = operation('/find', 'get').parameters as oas31.ParameterObject[];
  expect(find.map(({ name, required }) => [name, required])).toEqual([
    ['id', undefined],
    ['name', undefined],
    ['place', undefined],
  ]);
});

test('webhooks', () => {
  expect(document.webhooks?.changed?.post).toMatchObject({
    summary: 'An item has changed',
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { required: ['item', 'at'], properties: { at: { type: 'string', format: 'date-time' } } },
        },
      },
    },
    responses: { '2XX': { description: 'It has arrived' } },
  });
  expect(document.webhooks?.gone?.delete).toMatchObject({
    deprecated: true,
    responses: { 204: {}, 410: { description: 'Send no more' } },
  });
});
