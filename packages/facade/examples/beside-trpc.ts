import { type RestMeta, restPlugin, serverOptions, setErrorHandlers } from '@daybook/facade';
import { initTRPC } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify from 'fastify';
import { z } from 'zod';

// The same procedures over tRPC, at /trpc, and over REST, at /api. What has no `openapi` is reached over tRPC alone.

const t = initTRPC.meta<RestMeta>().create();
let count = 0;

const router = t.router({
  counter: t.router({
    get: t.procedure
      .meta({ openapi: { method: 'GET', path: '/counter' } })
      .output(z.object({ count: z.int() }))
      .query(() => ({ count })),
    add: t.procedure
      .meta({ openapi: { method: 'POST', path: '/counter' } })
      .input(z.object({ by: z.int().default(1) }))
      .output(z.object({ count: z.int() }))
      .mutation(({ input }) => {
        count += input.by;
        return { count };
      }),
    reset: t.procedure.mutation(() => {
      count = 0;
    }),
  }),
});

const app = Fastify(serverOptions());
setErrorHandlers(app);
await app.register(restPlugin(router, { context: () => ({}) }), { prefix: '/api' });
await app.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions: { router } });
console.log(await app.listen({ port: Number(process.env.PORT ?? 3000) }));
