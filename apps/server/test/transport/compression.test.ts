import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { test as it } from '../support/test.ts';

const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** fetch would decode the body. */
async function ask(address: string, token: string, encoding?: string) {
  const headers = { authorization: `Bearer ${token}`, ...(encoding && { 'accept-encoding': encoding }) };
  const [answer] = (await once(get(address, { headers }), 'response')) as [IncomingMessage];
  return { headers: answer.headers, bytes: await buffer(answer) };
}

describe('a long list', () => {
  it.for(['/bills', '/trpc/bills.list?input={}'])(
    '%s is compressed as asked',
    async (path, { service, admin, make }) => {
      for (let count = 0; count < 30; count += 1) await make('bills');
      const address = `${service.url}${path}`;
      const plain = await ask(address, admin.token);
      expect(plain.bytes.length).toBeGreaterThan(4096);
      expect(plain.headers['content-encoding']).toBeUndefined();
      for (const encoding of ['br', 'gzip']) {
        const { headers, bytes } = await ask(address, admin.token, encoding);
        expect(headers).toMatchObject({
          'content-encoding': encoding,
          'content-type': plain.headers['content-type'],
          'cache-control': 'no-store',
        });
        // Large ones are sent while they are compressed, and their length is not known before.
        expect([undefined, String(bytes.length)]).toContain(headers['content-length']);
        expect(headers.vary).toMatch(/accept-encoding/i);
        expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
        expect(decoders[encoding]?.(bytes).equals(plain.bytes)).toBe(true);
      }
      expect((await ask(address, admin.token, 'identity')).headers['content-encoding']).toBeUndefined();
      expect(
        (await ask(address, admin.token, 'br;q=0, gzip;q=0')).headers['content-encoding'],
      ).toBeUndefined();
    },
  );
});

describe('left as it is', () => {
  it('is a short answer', async ({ service, admin }) => {
    const { headers } = await ask(`${service.url}/auth`, admin.token, 'br');
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('is a record, whose tag names its bytes', async ({ service, admin, make }) => {
    const { _id } = await make('payees', { extraNotes: 'note '.repeat(1900) });
    const { headers, bytes } = await ask(`${service.url}/payees/${_id}`, admin.token, 'br');
    expect(bytes.length).toBeGreaterThan(4096);
    expect([headers.etag, headers['content-encoding']]).toEqual([expect.stringMatching(/^"1-/), undefined]);
  });

  it('is what a log-in or a creation answers, however long', async ({ service, admin: { token } }) => {
    const body = { date: '2026-01-31', value: '1', extraNotes: 'note '.repeat(1900) };
    const headers = { 'accept-encoding': 'br, gzip' };
    for (const [path, sent] of [
      ['/bills', body],
      ['/trpc/bills.create', body],
    ] as const) {
      const answer = await service.call('POST', path, { token, headers, body: sent });
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
    }
  });
});

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
