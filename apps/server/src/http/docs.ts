import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { serverOptions, setErrorHandlers } from '@daybook/facade';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { originOf } from './context.ts';
import type { Dependencies } from './dependencies.ts';
import { restFailure } from './failure.ts';
import { requestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('base64');

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
      // Of this page, also behind a proxy that nobody has declared.
      servers: [{ url: basePath || '/' }],
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

/**
 * The document that `npm run openapi` has written, but for the address of the service, which is that by which the caller
 * reaches it: its bytes before and after that. Generating it takes 0.3 s.
 */
async function readDocument() {
  const { servers, ...document } = JSON.parse(await readFile(documentFile, 'utf8'));
  const { url: _, ...about } = servers[0];
  const start = `{"servers":[${JSON.stringify(about).slice(0, -1)},"url":`;
  return { start: Buffer.from(start), end: Buffer.from(`}],${JSON.stringify(document).slice(1)}`) };
}

/** `/openapi.json`, and `/docs` to try it out. */
export const docs =
  (dependencies: Pick<Dependencies, 'settings'>): FastifyPluginAsync =>
  async (app) => {
    const { basePath, trustProxy } = dependencies.settings;
    const varying = ['host', ...(trustProxy === false ? [] : ['x-forwarded-host', 'x-forwarded-proto'])];
    let document: ReturnType<typeof readDocument> | undefined;
    app.get('/openapi.json', async (request, reply) => {
      document ??= readDocument();
      const { start, end } = await document;
      const url = originOf(dependencies, request) + basePath || '/';
      const bytes = Buffer.concat([start, Buffer.from(JSON.stringify(url)), end]);
      const etag = `"${sha256(bytes)}"`;
      // What one host is told is kept for no other.
      const vary = [reply.getHeader('vary') ?? [], ...varying].flat().join(', ');
      reply.headers({ 'cache-control': 'private, no-cache', vary, etag });
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
