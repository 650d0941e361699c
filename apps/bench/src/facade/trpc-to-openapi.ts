import type { AddressInfo } from 'node:net';
import type { AnyTRPCRouter } from '@trpc/server';
import Fastify, { type FastifyRequest } from 'fastify';
import { fastifyTRPCOpenApiPlugin } from 'trpc-to-openapi';
import { ready } from '../peers/settings.ts';
import { router } from './router.ts';

const app = Fastify();
// The plugin's type requests for metadata with an index signature, which the façade's has not.
await app.register(fastifyTRPCOpenApiPlugin, {
  basePath: '/',
  router: router as AnyTRPCRouter,
  createContext: async ({ req }: { req: FastifyRequest }) => ({ requestId: req.id }),
});
await app.listen({ host: '127.0.0.1', port: 0 });
ready(app.server.address() as AddressInfo);
