import type { AddressInfo } from 'node:net';
import {
  type FailureFormatter,
  HttpError,
  restPlugin,
  serverOptions,
  setErrorHandlers,
} from '@daybook/facade';
import Fastify from 'fastify';
import { ready } from '../peers/settings.ts';
import { router } from './router.ts';

const failure: FailureFormatter = (error) => {
  const status = error instanceof HttpError ? error.status : 500;
  return {
    status,
    headers: {},
    body: { message: error instanceof HttpError ? error.message : 'Something went wrong.' },
  };
};

const app = Fastify(serverOptions(failure));
setErrorHandlers(app, failure);
await app.register(
  restPlugin(router, {
    context: async ({ request }) => ({ requestId: request.id }),
    success: (data) => data,
    failure,
    timeoutMs: 6000,
  }),
);
await app.listen({ host: '127.0.0.1', port: 0 });
ready(app.server.address() as AddressInfo);
