import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { orpcRouter } from './orpc.ts';
import { serve } from './orpc-serve.ts';

await serve(new OpenAPIHandler(orpcRouter));
