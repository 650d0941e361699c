import type { AddressInfo } from 'node:net';
import { appRouter, createTokens } from '@daybook/api';
import { connectPools } from '@daybook/server/src/database.ts';
import { authenticate, contextOf } from '@daybook/server/src/http/context.ts';
import type { Dependencies } from '@daybook/server/src/http/dependencies.ts';
import cookie from '@fastify/cookie';
import type { AnyTRPCRouter } from '@trpc/server';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { fastifyTRPCOpenApiPlugin } from 'trpc-to-openapi';
import { lifetime, ready, secret, settings } from './settings.ts';

// Daybook's own router and context; what differs is the way from HTTP to the procedure and back.
const dependencies: Dependencies = {
  ...connectPools(settings.databaseUrl),
  tokens: await createTokens(secret, lifetime),
  settings: {
    timeZone: 'UTC',
    limitLogins: false,
    basePath: '',
    corsOrigins: [],
    trustProxy: false,
    secureCookies: false,
    maxConnections: 1000,
    maxStreams: 500,
    attachmentsMax: 2 ** 31,
    webhooksAllowPrivate: false,
  },
};

const app = Fastify({ bodyLimit: 1024 * 1024 });
await app.register(cookie);

// The library answers what the procedure returns. The envelope is put around its text, which costs next to nothing.
app.addHook('onSend', async (_request, reply, payload) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const list = '{"items":';
  return payload.startsWith(list)
    ? `{"success":true,"data":${payload.slice(list.length)}`
    : `{"success":true,"data":${payload}}`;
});

const createContext = async ({ req, res }: { req: FastifyRequest; res: FastifyReply }) =>
  contextOf(dependencies, req, res, await authenticate(dependencies, req));

// The plugin's type requests for metadata with an index signature, which Daybook's has not.
await app.register(fastifyTRPCOpenApiPlugin, {
  basePath: '/',
  router: appRouter as AnyTRPCRouter,
  createContext,
});

await app.listen({ host: '127.0.0.1', port: 0 });
ready(app.server.address() as AddressInfo);
