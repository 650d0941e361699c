import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FailureFormatter } from '@daybook/facade';
import type { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { AnyTRPCRouter } from '@trpc/server';
import type { FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { ready } from '../peers/settings.ts';
import type { FacadePeer } from '../peers.ts';
import { type Context, Note, NoteInput, NoteKey, noteOf, type Router, router, stored } from './router.ts';

// Its second argument names the peer. A process loads only what that one needs.
const fastify = async (options: FastifyServerOptions = {}) => (await import('fastify')).default(options);

async function listen(app: FastifyInstance): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  ready(app.server.address() as AddressInfo);
}

async function native(): Promise<void> {
  const { HttpError, restPlugin, serverOptions, setErrorHandlers } = await import('@daybook/facade');
  const failure: FailureFormatter = (error) => {
    const status = error instanceof HttpError ? error.status : 500;
    return {
      status,
      headers: {},
      body: { message: error instanceof HttpError ? error.message : 'Something went wrong.' },
    };
  };
  const app = await fastify(serverOptions(failure));
  setErrorHandlers(app, failure);
  await app.register(
    restPlugin(router, {
      context: async ({ request }) => ({ requestId: request.id }),
      success: (data) => data,
      failure,
      timeoutMs: 6000,
    }),
  );
  await listen(app);
}

async function byHand(): Promise<void> {
  const string = { type: 'string' } as const;
  const fields = {
    title: { type: 'string', minLength: 1, maxLength: 200 },
    text: { type: 'string', maxLength: 10_000, default: '' },
    labels: { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 50 }, default: [] },
    pinned: { type: 'boolean', default: false },
  } as const;
  const note = {
    type: 'object',
    required: ['_id', 'title', 'text', 'labels', 'pinned', 'version'],
    properties: { _id: string, ...fields, version: { type: 'integer' } },
  } as const;
  const params = {
    type: 'object',
    required: ['noteID'],
    properties: { noteID: { type: 'string', format: 'uuid' } },
  } as const;
  const response = { 200: note };
  const app = await fastify();
  app.get<{ Params: { noteID: string } }>(
    '/notes/:noteID',
    { schema: { params, response } },
    async (request) => noteOf(request.params.noteID, stored),
  );
  app.post<{ Body: typeof stored }>(
    '/notes',
    { schema: { body: { type: 'object', required: ['title'], properties: fields }, response } },
    async ({ body }) => noteOf('new', { ...body, title: body.title.trim() }),
  );
  await listen(app);
}

/** The same procedures, written for oRPC. */
async function orpcRouter() {
  const { os } = await import('@orpc/server');
  const base = os.$context<Context>();
  return {
    get: base
      .route({ method: 'GET', path: '/notes/{noteID}' })
      .input(NoteKey)
      .output(Note)
      .handler(({ input }) => noteOf(input.noteID, stored)),
    create: base
      .route({ method: 'POST', path: '/notes' })
      .input(NoteInput)
      .output(Note)
      .handler(({ input }) => noteOf('new', input)),
  };
}

async function orpcOnNode(): Promise<void> {
  const { OpenAPIHandler } = await import('@orpc/openapi/node');
  const handler = new OpenAPIHandler(await orpcRouter());
  const server = createServer(async (request, response) => {
    const { matched } = await handler.handle(request, response, { context: { requestId: '' } });
    if (!matched) response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1', () => ready(server.address() as AddressInfo));
}

async function orpcOnFastify(handler: OpenAPIHandler<Context>): Promise<void> {
  const app = await fastify();
  // oRPC reads the body itself.
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.all('/*', async (request, reply) => {
    const { matched } = await handler.handle(request, reply, { context: { requestId: request.id } });
    if (!matched) reply.code(404).send();
  });
  await listen(app);
}

async function orpcFastify(): Promise<void> {
  const { OpenAPIHandler } = await import('@orpc/openapi/fastify');
  await orpcOnFastify(new OpenAPIHandler(await orpcRouter()));
}

async function orpcTrpc(): Promise<void> {
  const { OpenAPIHandler } = await import('@orpc/openapi/fastify');
  const { toORPCRouter } = await import('@orpc/trpc');
  await orpcOnFastify(new OpenAPIHandler(toORPCRouter(router)));
}

async function hono(): Promise<void> {
  const { serve } = await import('@hono/node-server');
  const { createRoute, OpenAPIHono } = await import('@hono/zod-openapi');
  // It documents its answers and does not validate them.
  const responses = { 200: { description: 'A note', content: { 'application/json': { schema: Note } } } };
  const body = { required: true, content: { 'application/json': { schema: NoteInput } } };
  const app = new OpenAPIHono();
  app.openapi(
    createRoute({ method: 'get', path: '/notes/{noteID}', request: { params: NoteKey }, responses }),
    (c) => c.json(noteOf(c.req.valid('param').noteID, stored), 200),
  );
  app.openapi(createRoute({ method: 'post', path: '/notes', request: { body }, responses }), (c) =>
    c.json(noteOf('new', c.req.valid('json')), 200),
  );
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (info) => ready(info as AddressInfo));
}

async function trpcToOpenApi(): Promise<void> {
  const { fastifyTRPCOpenApiPlugin } = await import('trpc-to-openapi');
  const app = await fastify();
  // The plugin's type requests for metadata with an index signature, which the façade's has not.
  await app.register(fastifyTRPCOpenApiPlugin, {
    basePath: '/',
    router: router as AnyTRPCRouter,
    createContext: async ({ req }: { req: FastifyRequest }) => ({ requestId: req.id }),
  });
  await listen(app);
}

async function trpc(): Promise<void> {
  const { fastifyTRPCPlugin } = await import('@trpc/server/adapters/fastify');
  const app = await fastify();
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: { router, createContext: async ({ req }) => ({ requestId: req.id }) },
  } satisfies FastifyTRPCPluginOptions<Router> & { prefix: string });
  await listen(app);
}

const peers: Readonly<Record<FacadePeer, () => Promise<void>>> = {
  facade: native,
  'facade-by-hand': byHand,
  'facade-orpc-node': orpcOnNode,
  'facade-orpc-fastify': orpcFastify,
  'facade-orpc-trpc': orpcTrpc,
  'facade-hono': hono,
  'facade-trpc-to-openapi': trpcToOpenApi,
  'facade-trpc': trpc,
};
await peers[process.argv[3] as FacadePeer]();
