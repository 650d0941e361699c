import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { varies } from '@daybook/facade';
import { negotiate } from '@fastify/accept-negotiator';
import Fastify, { type FastifyPluginAsync, type FastifyReply, type FastifyRequest } from 'fastify';
import { originOf } from './context.ts';
import type { Dependencies } from './dependencies.ts';
import { namesTag } from './tags.ts';

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

const compressions = {
  // Slower levels make what is sent once no smaller than a twentieth less.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: promisify(gzip),
};
type Encoding = keyof typeof compressions;
const encodings: Encoding[] = ['br', 'gzip'];

/** Something large that stays the same: each encoding is made when it is first asked for, and has a tag of its own. */
interface Asset {
  readonly type: string;
  readonly digest: string;
  bytes(encoding: Encoding | 'identity'): Promise<Buffer>;
}

function createAsset(type: string, content: Buffer): Asset {
  const made = new Map<string, Promise<Buffer>>([['identity', Promise.resolve(content)]]);
  return {
    type,
    digest: createHash('sha256').update(content).digest('base64url'),
    bytes(encoding) {
      const known = made.get(encoding);
      if (known) return known;
      const compressed = compressions[encoding as Encoding](content);
      made.set(encoding, compressed);
      return compressed;
    },
  };
}

/** Answers it in the encoding that the caller likes best, or 304. Browsers ask again each time, so that an upgrade shows. */
async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  cacheControl = 'no-cache',
): Promise<FastifyReply> {
  const encoding = negotiate(String(request.headers['accept-encoding'] ?? ''), encodings) ?? 'identity';
  const etag = `"${asset.digest}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  varies(reply.headers({ 'cache-control': cacheControl, etag }), 'Accept-Encoding');
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(asset.type).send(await asset.bytes(encoding));
}
