import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { serverOptions, setErrorHandlers } from '@daybook/facade';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { restFailure } from './failure.ts';
import { requestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** The page may run the scripts it contains and reach this service only. */
function contentSecurityPolicy(page: string): string {
  const inline = [...page.matchAll(/<script[^>]*>([^<]+)<\/script>/g)];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.map(([, script = '']) => `'sha256-${sha256(script)}'`)].join(' '),
    // The script adds styles while it runs.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Scalar's API reference with its own script (no other host). Large, so loaded at the first request. */
async function createReference(basePath: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify({ ...serverOptions(restFailure), genReqId: requestId });
  setErrorHandlers(app, restFailure);
  let script: Buffer | undefined;
  app.addHook('onSend', async (_request, reply, payload) => {
    const type = String(reply.getHeader('content-type'));
    const page = type.startsWith('text/html') ? String(payload) : '';
    reply.headers({ ...securityHeaders, 'content-security-policy': contentSecurityPolicy(page) });
    if (!type.startsWith('application/javascript')) return payload;
    // One buffer for all connections: a string would be copied for each.
    script ??= Buffer.from(String(payload));
    return script;
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

const documentFile = new URL('../../openapi.json', import.meta.url);

/** The document that `npm run openapi` has written, with this base path, and its ETag. Generating it takes 0.3 s. */
async function readDocument(basePath: string) {
  const { servers, ...document } = JSON.parse(await readFile(documentFile, 'utf8'));
  const localServers = [{ ...servers[0], url: basePath || '/' }];
  const bytes = Buffer.from(JSON.stringify({ ...document, servers: localServers }));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** `/openapi.json`, and `/docs` to try it out. */
export const docs =
  (basePath: string): FastifyPluginAsync =>
  async (app) => {
    let document: ReturnType<typeof readDocument> | undefined;
    app.get('/openapi.json', async (request, reply) => {
      document ??= readDocument(basePath);
      const { bytes, etag } = await document;
      reply.header('cache-control', 'no-cache').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(bytes);
    });

    let page: Promise<FastifyInstance> | undefined;
    for (const path of ['/docs', '/docs/*'])
      app.get(path, async (request, reply) => {
        page ??= createReference(basePath);
        const { routing } = await page;
        request.raw.headers['x-request-id'] = request.id;
        // The plugin parses it as part of a URL, which fails for some valid Host headers, and uses the path only.
        request.raw.headers.host = 'localhost';
        reply.hijack();
        routing(request.raw, reply.raw);
      });
  };
