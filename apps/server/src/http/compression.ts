import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * Below it there is little to win: three packets, of which the first round trip brings ten. docs/performance.md has what it costs.
 */
const threshold = 4096;

/**
 * Compresses what GET answers, and so tRPC's queries. Answers to other methods are not: all secrets are among them (tokens,
 * the address of a calendar), and the length of a compressed answer lets guess a secret that stands beside what an attacker
 * chose. Nor is an answer with a strong tag: it names these very bytes, and If-Match compares strongly. Weak ones are set after this hook.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('GET')) route.compress = false;
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // By this header the plugin is told to leave it.
    if (request.method !== 'GET' || reply.hasHeader('etag')) request.headers['x-no-compression'] = '1';
    done(null, payload);
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold,
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
}
