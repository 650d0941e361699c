import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenAPIHandler } from '@orpc/openapi/node';
import { ready } from '../peers/settings.ts';
import { orpcRouter } from './orpc.ts';

const handler = new OpenAPIHandler(orpcRouter);
const server = createServer(async (request, response) => {
  const { matched } = await handler.handle(request, response, { context: { requestId: '' } });
  if (!matched) response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => ready(server.address() as AddressInfo));
