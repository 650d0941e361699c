import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { test as it } from '../support/test.ts';

// /openapi.json and what /docs is made of: the same bytes in each encoding, and not sent twice.

const paths = ['/openapi.json', '/docs/', '/docs/page.js', '/docs/page.css', '/docs/js/scalar.js'];
const decoded = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

describe.for(paths)('%s', (path) => {
  const isOfHost = path === '/openapi.json';
  const vary = isOfHost ? 'Host, Accept-Encoding' : 'Accept-Encoding';
  const cacheControl = isOfHost ? 'private, no-cache' : 'no-cache';

  // fetch would decode the body.
  const ask = async (url: string, headers: Record<string, string>) => {
    const [answer] = (await once(get(`${url}${path}`, { headers }), 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
  };

  it('is the same in every encoding', async ({ service }) => {
    const plain = await ask(service.url, {});
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [name, decode] of Object.entries(decoded)) {
      const { status, headers, body } = await ask(service.url, { 'accept-encoding': name });
      expect(status).toBe(200);
      expect(headers.vary).toBe(vary);
      expect(headers['content-length']).toBe(String(body.length));
      expect(decode(body).equals(plain.body)).toBe(true);
    }
    const smallest = await ask(service.url, { 'accept-encoding': 'gzip;q=0.5, br, identity;q=0.1' });
    expect(smallest.headers['content-encoding']).toBe('br');
    const refused = await ask(service.url, { 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('is not sent again to who has it', async ({ service }) => {
    const tags = new Set<string>();
    for (const encoding of Object.keys(decoded)) {
      const { headers } = await ask(service.url, { 'accept-encoding': encoding });
      const tag = headers.etag ?? '';
      tags.add(tag);
      expect([headers['cache-control'], tag]).toEqual([cacheControl, expect.stringMatching(/^"[^"]{20,}"$/)]);
    }
    expect(tags.size).toBe(3);
    const { headers } = await service.call('GET', path, { headers: { 'accept-encoding': 'identity' } });
    const etag = headers.get('etag') ?? '';
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await fetch(`${service.url}${path}`, {
        headers: { 'if-none-match': sent, 'accept-encoding': 'identity' },
      });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect([again.headers.get('etag'), again.headers.get('vary')]).toEqual([etag, vary]);
    }
    const other = await fetch(`${service.url}${path}`, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
    await other.arrayBuffer();
  });
});
