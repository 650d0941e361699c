import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { initTRPC, TRPCError } from '@trpc/server';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type RestMeta, restPlugin } from '../src/index.ts';
import { createInvoker } from '../src/invoke.ts';
import { failure } from './notes.ts';

const t = initTRPC.meta<RestMeta>().context<{ user: string }>().create({ isDev: false });
const trail: string[] = [];

const traced = t.procedure.use(async ({ ctx, path, type, getRawInput, next }) => {
  trail.push(`${type} ${path} ${JSON.stringify(await getRawInput())}`);
  const outcome = await next({ ctx: { greeting: `Hello ${ctx.user}` } });
  trail.push(outcome.ok ? 'ok' : outcome.error.code);
  return outcome;
});

/** Two inputs, a context that grows, an asynchronous check, an output that hides a field. */
const greet = traced
  .input(z.object({ times: z.int().default(1) }))
  .input(z.object({ name: z.string().refine(async (name) => name !== 'nobody', 'Nobody is refused') }))
  .output(z.object({ text: z.string() }))
  .query(({ ctx, input }) => {
    if (input.name === 'crash') throw new Error('secret');
    if (input.name === 'teapot') throw new TRPCError({ code: 'CONFLICT', message: 'Short and stout' });
    const text = `${ctx.greeting} and ${input.name}`.repeat(input.times);
    return { text: (input.name === 'number' ? 5 : text) as string, secret: 'hidden' };
  });

const { createCaller } = t.router({ greet });
const invoke = createInvoker(greet, 'greet');

const outcome = (call: Promise<unknown>) =>
  call.then(
    (data) => ({ data }),
    ({ code, message, cause }: TRPCError) => ({ code, message, cause: cause?.constructor.name }),
  );

test.each([
  [{ name: 'Ann' }],
  [{ name: 'Ann', times: 2, unknown: true }],
  [{ name: 'nobody' }],
  [{ name: 'crash' }],
  [{ name: 'teapot' }],
  [{ name: 'number' }],
  [{ times: 'x' }],
  [{ times: 'x', name: 5 }],
  [undefined],
  [null],
  [[]],
])('%j: the same answer and the same steps as through a caller of tRPC', async (input) => {
  const ctx = { user: 'Bob' };
  const theirs = await outcome(createCaller(ctx).greet(input as never));
  const steps = trail.splice(0);
  expect(await outcome(invoke({ ctx, rawInput: input, signal: undefined }))).toEqual(theirs);
  expect(trail.splice(0)).toEqual(steps);
  expect(ctx).toEqual({ user: 'Bob' });
});

test('requests over the time limit are answered, the others are served', async () => {
  const rest = (path: `/${string}`) =>
    t.procedure.meta({ openapi: { method: 'GET', path } }).output(z.string());
  const router = t.router({
    stuck: rest('/stuck').query(() => new Promise<string>(() => {})),
    quick: rest('/quick').query(() => 'done'),
  });
  const app = Fastify();
  const context = () => ({ user: 'Bob' });
  await app.register(restPlugin(router, { context, success: (data) => ({ data }), failure, timeoutMs: 100 }));
  const began = performance.now();
  const [quick, ...stuck] = await Promise.all(
    ['/quick', '/stuck', '/stuck', '/stuck'].map((url) => app.inject({ url })),
  );
  expect(quick?.json()).toEqual({ data: 'done' });
  expect(stuck.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
  expect(stuck[0]?.json()).toMatchObject({ code: 'UNAVAILABLE' });
  expect(performance.now() - began).toBeGreaterThanOrEqual(99);
  await app.close();
});

test('pending requests are answered when the application closes', async () => {
  const router = t.router({
    stuck: t.procedure
      .meta({ openapi: { method: 'GET', path: '/stuck' } })
      .output(z.string())
      .query(() => new Promise<string>(() => {})),
  });
  const app = Fastify();
  const context = () => ({ user: 'Bob' });
  await app.register(restPlugin(router, { context, success: (data) => data, failure, timeoutMs: 60_000 }));
  const arrived = new Promise<void>((resolve) => app.addHook('preHandler', async () => resolve()));
  const stuck = app.inject({ url: '/stuck' });
  await arrived;
  await app.close();
  expect((await stuck).statusCode).toBe(503);
});

test('the time limit includes the context hook', async () => {
  const router = t.router({
    quick: t.procedure
      .meta({ openapi: { method: 'GET', path: '/quick' } })
      .output(z.string())
      .query(() => 'done'),
  });
  const app = Fastify();
  const context = () => new Promise<{ user: string }>(() => {});
  await app.register(restPlugin(router, { context, success: (data) => data, failure, timeoutMs: 100 }));
  expect((await app.inject({ url: '/quick' })).statusCode).toBe(503);
  await app.close();
});

test('a body that does not arrive in time is answered, and its connection closed', async () => {
  const router = t.router({
    quick: t.procedure
      .meta({ openapi: { method: 'POST', path: '/quick' } })
      .input(z.object({ text: z.string() }))
      .output(z.string())
      .mutation(() => 'done'),
  });
  const app = Fastify();
  const context = () => ({ user: 'Bob' });
  await app.register(restPlugin(router, { context, success: (data) => data, failure, timeoutMs: 100 }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    'POST /quick HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nconnection: close\r\n/is);
  await app.close();
});

test('a procedure that tRPC stores in another way is refused at the start', () => {
  const changed = (changes: object) => ({ _def: { ...greet._def, ...changes } }) as never;
  createInvoker(changed({}), 'greet');
  const untyped = async () => {};
  for (const changes of [
    { inputs: undefined },
    { inputs: [] },
    { output: undefined },
    { middlewares: undefined },
    { middlewares: [] },
    { middlewares: [untyped, untyped, untyped, untyped, untyped] },
    { middlewares: [{ _type: 'input' }, { _type: 'input' }, { _type: 'output' }] },
  ])
    expect(() => createInvoker(changed(changes), 'greet')).toThrow(/^greet: this version of @trpc\/server/);
});
