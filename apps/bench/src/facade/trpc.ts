import type { AddressInfo } from 'node:net';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify from 'fastify';
import { ready } from '../peers/settings.ts';
import { type Router, router } from './router.ts';

const app = Fastify();
await app.register(fastifyTRPCPlugin, {
  prefix: '/trpc',
  trpcOptions: { router, createContext: async ({ req }) => ({ requestId: req.id }) },
} satisfies FastifyTRPCPluginOptions<Router> & { prefix: string });
await app.listen({ host: '127.0.0.1', port: 0 });
ready(app.server.address() as AddressInfo);
