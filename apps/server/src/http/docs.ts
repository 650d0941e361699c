import { readFile } from 'node:fs/promises';
import { varies } from '@daybook/facade';
import Fastify, { type FastifyPluginAsync } from 'fastify';
import { type Asset, createAsset, sendAsset } from './asset.ts';
import { originOf } from './context.ts';
import type { Dependencies } from './dependencies.ts';

/** The page may run the scripts beside it and reach this service only. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The reference adds styles while it runs.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const json = 'application/json; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** Scalar's script, which its plugin for Fastify brings along and gives to a server alone. */
async function readReference(): Promise<Asset> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await app.inject('/docs/js/scalar.js');
  await app.close();
  return createAsset(javascript, rawPayload);
}

const documentFile = new URL('../../openapi.json', import.meta.url);
const pageFile = (name: string) => new URL(`../../docs/${name}`, import.meta.url);

/** The document that `npm run openapi` has written, with this address of the service. Generating it takes 0.3 s. */
async function readDocument(url: string): Promise<Asset> {
  const { servers, ...document } = JSON.parse(await readFile(documentFile, 'utf8'));
  const ownServers = [{ ...servers[0], url }];
  return createAsset(json, Buffer.from(JSON.stringify({ servers: ownServers, ...document })));
}

/** Addresses of which the document is kept. Who asks at more, perhaps to make work, gets a relative one. */
const MAX_ADDRESSES = 8;

const file = (name: string, type: string) => async () => createAsset(type, await readFile(pageFile(name)));

/** `/openapi.json`, and `/docs` to try it out. What is large is read at the first request. */
export const docs =
  (dependencies: Pick<Dependencies, 'settings'>): FastifyPluginAsync =>
  async (app) => {
    const { basePath, trustProxy } = dependencies.settings;
    const documents = new Map<string, Promise<Asset>>();
    const documentAt = (url: string) => {
      const address = documents.has(url) || documents.size < MAX_ADDRESSES ? url : basePath || '/';
      const document = documents.get(address) ?? readDocument(address);
      documents.set(address, document);
      return document;
    };
    const varying = ['Host', ...(trustProxy === false ? [] : ['X-Forwarded-Host', 'X-Forwarded-Proto'])];
    app.get('/openapi.json', async (request, reply) => {
      const document = await documentAt(originOf(dependencies, request) + basePath || '/');
      // What one host is told is kept for no other.
      varies(reply, ...varying);
      return sendAsset(request, reply, document, 'private, no-cache');
    });

    const assets: Record<string, () => Promise<Asset>> = {
      '/docs': file('index.html', 'text/html; charset=utf-8'),
      '/docs/page.js': file('page.js', javascript),
      '/docs/page.css': file('page.css', 'text/css; charset=utf-8'),
      '/docs/js/scalar.js': readReference,
    };
    for (const [path, read] of Object.entries(assets)) {
      let asset: Promise<Asset> | undefined;
      app.get(path, async (request, reply) => {
        if (path === '/docs') {
          // Its own addresses are relative to the one with a slash.
          if (/\/docs(\?|$)/.test(request.url)) return reply.redirect(`${basePath}/docs/`);
          reply.header('content-security-policy', contentSecurityPolicy);
        }
        asset ??= read();
        return sendAsset(request, reply, await asset);
      });
    }
  };
