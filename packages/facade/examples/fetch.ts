import { openApiDocument } from '@daybook/facade/document';
import { fetchHandler, type RestMeta } from '@daybook/facade/fetch';
import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';

// Without Fastify: `bun examples/fetch.ts`, `deno serve --allow-env examples/fetch.ts` (the document is made by libraries that
// read it), or a Cloudflare Worker. In Hono: hono.all('/api/*', (c) => handle(c.req.raw)); in a route of Next:
// export const GET = handle.

const t = initTRPC.meta<RestMeta>().create();
const Task = z.object({ id: z.string(), text: z.string(), isNew: z.boolean() }).meta({ id: 'Task' });
const tasks = new Map<string, string>();

const router = t.router({
  put: t.procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/tasks/{id}',
        statuses: { 200: {}, 201: { headers: { Location: z.string() } } },
        answer: ({ id, isNew }: z.infer<typeof Task>) =>
          isNew ? { status: 201, headers: { Location: `/api/tasks/${id}` } } : { status: 200 },
      },
    })
    .input(z.object({ id: z.string(), text: z.string() }))
    .output(Task)
    .mutation(({ input }) => {
      const isNew = !tasks.has(input.id);
      tasks.set(input.id, input.text);
      return { ...input, isNew };
    }),
  remove: t.procedure
    .meta({ openapi: { method: 'DELETE', path: '/tasks/{id}', statuses: { 204: {} } } })
    .input(z.object({ id: z.string() }))
    .output(z.void())
    .mutation(({ input }) => {
      if (!tasks.delete(input.id)) throw new TRPCError({ code: 'NOT_FOUND', message: 'No such task' });
    }),
  count: t.procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/count',
        fields: { to: { read: 'number' } },
        events: z.object({ n: z.int() }),
      },
    })
    .input(z.object({ to: z.int().max(100).default(3) }))
    .query(async function* ({ input }) {
      for (let n = 1; n <= input.to; n += 1) yield { n };
    }),
});

const handle = fetchHandler(router, { prefix: '/api', context: () => ({}) });
const document = openApiDocument(router, {
  info: { title: 'Tasks', version: '1.0.0' },
  servers: [{ url: '/api' }],
});

export default {
  fetch: (request: Request): Promise<Response> | Response =>
    new URL(request.url).pathname === '/openapi.json' ? Response.json(document) : handle(request),
};
