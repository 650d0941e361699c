import type { AddressInfo } from 'node:net';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import Fastify from 'fastify';
import { ready } from '../peers/settings.ts';
import { orpcRouter } from './orpc.ts';

const handler = new OpenAPIHandler(orpcRouter);
const app = Fastify();
// oRPC reads the body itself.
app.addContentTypeParser('*', (_request, _body, done) => done(null));
app.all('/*', async (request, reply) => {
  const { matched } = await handler.handle(request, reply, { context: { requestId: request.id } });
  if (!matched) reply.code(404).send();
});
await app.listen({ host: '127.0.0.1', port: 0 });
ready(app.server.address() as AddressInfo);
