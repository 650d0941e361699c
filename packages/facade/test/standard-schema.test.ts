import { type } from 'arktype';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../src/document.ts';
import { restPlugin } from '../src/index.ts';
import { at, t } from './features.ts';

const Wanted = type({ name: 'string>2', size: 'number.integer', 'tags?': 'string[]' });
const router = t.router({
  make: at({ method: 'POST', path: '/things/{name}' })
    .input(Wanted)
    .output(z.record(z.string(), z.unknown()))
    .mutation(({ input }) => input),
  find: at({ method: 'GET', path: '/things', fields: { size: { read: 'number' } } })
    .input(Wanted.omit('name'))
    .output(z.record(z.string(), z.unknown()))
    .query(({ input }) => input),
});

test('another library validates the input', async () => {
  const app = Fastify();
  await app.register(restPlugin(router, { context: () => ({}) }));
  const make = async (name: string, payload: object) => {
    const response = await app.inject({ method: 'POST', url: `/things/${name}`, payload });
    return [response.statusCode, response.json()];
  };
  expect(await make('paper', { size: 2 })).toEqual([200, { name: 'paper', size: 2 }]);
  expect(await make('paper', { size: 1.5 })).toMatchObject([
    400,
    { message: expect.stringContaining('size') },
  ]);
  expect(await make('x', { size: 2 })).toMatchObject([400, { message: expect.stringContaining('name') }]);
  const found = await app.inject({ url: '/things?size=3&tags=a' });
  expect(found.json()).toEqual({ size: 3, tags: ['a'] });
  expect((await app.inject({ url: '/things?size=x' })).statusCode).toBe(400);
  await app.close();
});

test('it is documented as it describes itself', () => {
  const { paths } = openApiDocument(router, { info: { title: 'Things', version: '1' } });
  expect(paths?.['/things/{name}']?.post?.parameters).toMatchObject([
    { in: 'path', name: 'name', required: true, schema: { type: 'string', minLength: 3 } },
  ]);
  expect(paths?.['/things/{name}']?.post?.requestBody).toMatchObject({
    content: {
      'application/json': { schema: { required: ['size'], properties: { size: { type: 'integer' } } } },
    },
  });
  expect(paths?.['/things']?.get?.parameters).toMatchObject([
    { in: 'query', name: 'size', required: true, schema: { type: 'integer' } },
    { in: 'query', name: 'tags', schema: { type: 'array', items: { type: 'string' } } },
  ]);
});
