import { initTRPC } from '@trpc/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type RestMeta, restPlugin } from '../src/index.ts';
import { failure } from './notes.ts';

// Another form of an answer: a number in words, and in Roman figures.
const t = initTRPC.meta<RestMeta>().context<{ calls: number }>().create({ isDev: false });
const number = t.procedure
  .meta({ openapi: { method: 'GET', path: '/number' } })
  .input(z.object({ plus: z.string().default('0') }))
  .output(z.object({ number: z.number() }))
  .query(({ input }) => {
    if (input.plus === 'x') throw new Error('no number');
    return { number: 1 + Number(input.plus) };
  });
const plain = t.procedure
  .meta({ openapi: { method: 'GET', path: '/plain' } })
  .output(z.null())
  .query(() => null);

let app: FastifyInstance;
let admitted = 0;
beforeAll(async () => {
  app = Fastify();
  await app.register(
    restPlugin(t.router({ number, plain }), {
      context: () => {
        admitted += 1;
        return { calls: admitted };
      },
      success: (data) => ({ ok: true, data }),
      failure,
      forms: ({ id }) =>
        id === 'number'
          ? [
              {
                mediaType: 'text/plain',
                answer: async (data, { reply, again, input }) => {
                  const next = await again({ ...input, plus: '5' });
                  return reply.type('text/plain').send(JSON.stringify([data, next]));
                },
              },
              {
                mediaType: 'text/x-roman',
                input: () => ({ plus: '1' }),
                answer: async (data, { reply }) =>
                  reply.type('text/x-roman').send('I'.repeat((data as { number: number }).number)),
              },
            ]
          : [],
    }),
  );
});
afterAll(() => app.close());

const ask = async (url: string, accept?: string) => {
  const response = await app.inject({ url, headers: { ...(accept !== undefined && { accept }) } });
  return { response, text: response.body };
};

test.each([
  [undefined, '{"ok":true,"data":{"number":1}}'],
  ['*/*', '{"ok":true,"data":{"number":1}}'],
  ['image/png', '{"ok":true,"data":{"number":1}}'],
  ['text/*', '[{"number":1},{"number":6}]'],
  ['text/plain', '[{"number":1},{"number":6}]'],
  ['text/plain;q=0.5, text/x-roman', 'II'],
  ['text/plain;q=0.5, */*', '{"ok":true,"data":{"number":1}}'],
])('Accept: %s', async (accept, expected) => {
  const { response, text } = await ask('/number', accept);
  expect(text).toBe(expected);
  expect(response.headers.vary).toBe('Accept');
});

test('a call more asks again who it is', async () => {
  const before = admitted;
  await ask('/number', 'text/plain');
  expect(admitted - before).toBe(2);
});

test('a failure is JSON', async () => {
  const { response } = await ask('/number?plus=x', 'text/plain');
  expect(response.statusCode).toBe(500);
  expect(response.json()).toMatchObject({ ok: false });
});

test('what has one form alone does not vary', async () => {
  const { response } = await ask('/plain', 'text/plain');
  expect(response.headers.vary).toBeUndefined();
  expect(response.json()).toEqual({ ok: true, data: null });
});
