import type { AddressInfo } from 'node:net';
import type { OpenAPIHandler } from '@orpc/openapi/fastify';
import { os } from '@orpc/server';
import Fastify from 'fastify';
import { ready } from '../peers/settings.ts';
import { type Context, Note, NoteInput, NoteKey, noteOf, stored } from './router.ts';

const base = os.$context<Context>();

/** The same procedures, written for oRPC. */
export const orpcRouter = {
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
