import type { AddressInfo } from 'node:net';
import type { OpenAPIHandler } from '@orpc/openapi/fastify';
import Fastify from 'fastify';
import { ready } from '../peers/settings.ts';
import type { Context } from './router.ts';

/** oRPC on Fastify. */
export async function serve(handler: OpenAPIHandler<Context>): Promise<void> {
  const app = Fastify();
  // oRPC reads the body itself.
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.all('/*', async (request, reply) => {
    const { matched } = await handler.handle(request, reply, { context: { requestId: request.id } });
    if (!matched) reply.code(404).send();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ready(app.server.address() as AddressInfo);
}
