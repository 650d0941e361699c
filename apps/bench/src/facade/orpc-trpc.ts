import type { AddressInfo } from 'node:net';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { toORPCRouter } from '@orpc/trpc';
import Fastify from 'fastify';
import { ready } from '../peers/settings.ts';
import { router } from './router.ts';

const handler = new OpenAPIHandler(toORPCRouter(router));
const app = Fastify();
// oRPC reads the body itself.
app.addContentTypeParser('*', (_request, _body, done) => done(null));
app.all('/*', async (request, reply) => {
  const { matched } = await handler.handle(request, reply, { context: { requestId: request.id } });
  if (!matched) reply.code(404).send();
});
await app.listen({ host: '127.0.0.1', port: 0 });
ready(app.server.address() as AddressInfo);
