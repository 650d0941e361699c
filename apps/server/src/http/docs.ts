import { createHash } from 'node:crypto';
import { failures, serverOptions } from '@daybook/facade';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { restFailure } from './failure.ts';
import { requestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** The page runs the scripts that it was sent with; it may reach this service and nothing else. */
function policy(page: string): string {
  const inline = [...page.matchAll(/<script[^>]*>([^<]+)<\/script>/g)];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.map(([, script = '']) => `'sha256-${sha256(script)}'`)].join(' '),
    // Its script makes styles as it runs.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Scalar's reference with its script in it (no outside host); loaded at the first visit, being large. */
async function reference(basePath: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify({ ...serverOptions(restFailure), genReqId: requestId });
  failures(app, restFailure);
  app.addHook('onSend', async (_request, reply, payload) => {
    const page = String(reply.getHeader('content-type')).startsWith('text/html') ? String(payload) : '';
    reply.headers({ ...securityHeaders, 'content-security-policy': policy(page) });
  });
  await app.register(scalar, {
    routePrefix: `${basePath}/docs` as `/${string}`,
    configuration: {
      url: `${basePath}/openapi.json`,
      pageTitle: 'Daybook',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
      authentication: { preferredSecurityScheme: 'bearer' },
      favicon: 'data:,',
    },
  });
  await app.ready();
  return app;
}

/** The document and its tag, made at the first visit: the generator takes a while to load. */
async function describe(basePath: string) {
  const { apiDocument } = await import('./document.ts');
  const text = JSON.stringify(apiDocument(basePath));
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

/** `/openapi.json`, and `/docs` to try it out. */
export const docs =
  (basePath: string): FastifyPluginAsync =>
  async (app) => {
    let document: ReturnType<typeof describe> | undefined;
    app.get('/openapi.json', async (request, reply) => {
      document ??= describe(basePath);
      const { text, etag } = await document;
      reply.header('cache-control', 'no-cache').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(text);
    });

    let page: Promise<FastifyInstance> | undefined;
    for (const path of ['/docs', '/docs/*'])
      app.get(path, async (request, reply) => {
        page ??= reference(basePath);
        const { routing } = await page;
        request.raw.headers['x-request-id'] = request.id;
        reply.hijack();
        routing(request.raw, reply.raw);
      });
  };
