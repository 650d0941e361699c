import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { toORPCRouter } from '@orpc/trpc';
import { serve } from './orpc.ts';
import { router } from './router.ts';

await serve(new OpenAPIHandler(toORPCRouter(router)));
