import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DomainError } from '@daybook/domain';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyPluginAsync, FastifyReply } from 'fastify';

/** Where the build of apps/web is, beside the sources as in the image. */
const root = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export const hasWeb = () => existsSync(join(root, 'index.html'));

/** The page's own files and this service only; styles that a script adds carry the answer's nonce. */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
  ].join('; ');

/** The service worker asks for the files that it keeps, and nothing else; a new one is found at once. */
const workerHeaders = {
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  'cache-control': 'no-cache',
};

/** The front-end at `/app/`: one page for all its routes, and hashed assets that are cached for ever. */
export const web =
  (basePath: string): FastifyPluginAsync =>
  async (app) => {
    if (!hasWeb()) return;
    const page = readFileSync(join(root, 'index.html'), 'utf8').replace(
      '<base href="/app/"',
      `<base href="${basePath}/app/"`,
    );
    const sendPage = (reply: FastifyReply) => {
      const nonce = randomBytes(16).toString('base64');
      return reply
        .header('content-security-policy', contentSecurityPolicy(nonce))
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page.replaceAll('__NONCE__', nonce));
    };

    // A name that no file can have (with NUL, too long) is an unknown path.
    app.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.statusCode === 412)
        throw new DomainError('PRECONDITION_FAILED', 'The file has changed since it was read.');
      if (!/^(FST_STATIC_|ENAMETOOLONG)/.test(error.code)) throw error;
      reply.callNotFound();
    });
    await app.register(fastifyStatic, {
      root: join(root, 'assets'),
      prefix: '/app/assets/',
      decorateReply: false,
      acceptRanges: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    });
    await app.register(fastifyStatic, {
      root,
      prefix: '/app/',
      wildcard: false,
      decorateReply: false,
      acceptRanges: false,
      index: false,
      globIgnore: ['index.html*', 'assets/**'],
      setHeaders(reply, path) {
        if (path === join(root, 'worker.js')) reply.headers(workerHeaders);
      },
    });
    // The router ignores a trailing slash, but the page's relative URLs need it.
    app.get('/app', async ({ url }, reply) =>
      /\/app(\?|$)/.test(url) ? reply.redirect(`${basePath}/app/`) : sendPage(reply),
    );
    app.get('/app/*', async (_request, reply) => sendPage(reply));
  };
