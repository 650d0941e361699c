import type { AddressInfo } from 'node:net';
import { type Failure, failures, HttpError, restPlugin, serverOptions } from '@daybook/facade';
import Fastify from 'fastify';
import { ready } from '../peers/settings.ts';
import { type Context, router } from './router.ts';

const failure: Failure = (error) => {
  const status = error instanceof HttpError ? error.status : 500;
  return { status, headers: {}, body: { message: error instanceof HttpError ? error.message : 'Oh.' } };
};

const app = Fastify(serverOptions(failure));
failures(app, failure);
await app.register(
  restPlugin<Context>(router, {
    context: async ({ request }) => ({ requestId: request.id }),
    success: (data) => data,
    failure,
    deadline: 6000,
  }),
);
await app.listen({ host: '127.0.0.1', port: 0 });
ready(app.server.address() as AddressInfo);
