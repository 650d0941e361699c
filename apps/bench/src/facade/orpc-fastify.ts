import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { orpcRouter, serve } from './orpc.ts';

await serve(new OpenAPIHandler(orpcRouter));
