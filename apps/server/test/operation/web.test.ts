import { describe, expect } from 'vitest';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// npm test builds apps/web first.
const attribute = (tag: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

const below = (basePath: string) =>
  test
    .extend(
      'get',
      { scope: 'file' },
      ({ service }) =>
        (path: string, headers: Record<string, string> = {}) =>
          service.call('GET', path, { headers }),
    )
    .override('settings', { basePath });

describe.each([
  { name: 'at the root', basePath: '', it: below('') },
  { name: 'behind a prefix', basePath: '/daybook', it: below('/daybook') },
])('the front-end $name', ({ basePath, it }) => {
  it('is where a browser is led from the start', async ({ get }) => {
    for (const path of ['/', '/app']) {
      const { status, headers } = await get(path);
      expect([status, headers.get('location')]).toEqual([302, `${basePath}/app/`]);
    }
  });

  it('is one page for all its addresses, told where it stands', async ({ get }) => {
    for (const path of ['/app/', '/app/?x=1', '/app/cheques', '/app/cheques/', '/app/payees/0193?tab=a']) {
      const { status, headers, body } = await get(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(body).toContain(`<base href="${basePath}/app/"`);
    }
  });

  it('allows its own files alone, and styles that carry a nonce of this one answer', async ({ get }) => {
    const [first, second] = await Promise.all([get('/app/'), get('/app/')]);
    const nonces = [first, second].map(({ headers, body }) => {
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).not.toMatch(/unsafe-|https?:|\*/);
      const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
      expect(body).toContain(`nonce="${nonce}"`);
      expect(body).not.toContain('__NONCE__');
      return nonce;
    });
    expect(nonces[0]).toMatch(/^[\w+/]{20,}=*$/);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('serves assets for ever, compressed; no other host is named', async ({ get }) => {
    const { body } = await get('/app/');
    const tags: string[] = body.match(/<(script|link)[^>]*>/g);
    const sources = tags.map((tag) => attribute(tag, 'src') || attribute(tag, 'href'));
    expect(sources.length).toBeGreaterThan(1);
    for (const source of sources) {
      expect(source).toMatch(/^\.\//);
      const { status, headers } = await get(`/app/${source.slice(2)}`, { 'accept-encoding': 'br' });
      expect([source, status]).toEqual([source, 200]);
      if (!source.startsWith('./assets/')) continue;
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-encoding')).toBe('br');
    }
  });

  it('can be installed: a manifest with its icons, and a service worker that is asked for anew each time', async ({
    get,
  }) => {
    const worker = await get('/app/worker.js');
    expect([worker.status, worker.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(worker.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(worker.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
    const manifest = await get('/app/manifest.webmanifest');
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const { icons, start_url: start, scope } = JSON.parse(String(manifest.body));
    expect([start, scope]).toEqual(['./', './']);
    for (const { src, type } of icons) {
      const { status, headers } = await get(`/app/${src.slice(2)}`);
      expect([src, status, headers.get('content-type')]).toEqual([src, 200, type]);
    }
  });

  it('has nothing for an asset of another build, nor outside its folder', async ({ get }) => {
    for (const path of [
      '/app/assets/gone-1234.js',
      '/app/assets/../index.html',
      '/app/assets/%2e%2e/%2e%2e/package.json',
      '/app/assets/%00',
      '/app/assets/a%00.js',
      `/app/assets/${'a'.repeat(300)}`,
      `/app/assets/${'a'.repeat(5000)}`,
      '/app/assets/a%2fb%5c..',
      '/app/assets/',
    ]) {
      const answer = await get(path);
      if (answer.status === 200) expect(answer.body).toContain('<base href');
      else expectFailure(answer, 404, 'NOT_FOUND');
    }
  });

  it('answers conditions and ranges that do not fit as HTTP has it', async ({ get }) => {
    const [asset = ''] = /assets\/[^"]+\.js/.exec(String((await get('/app/')).body)) ?? [];
    for (const path of [`/app/${asset}`, '/app/icon.svg']) {
      for (const range of ['bytes=9-1', 'bytes=99999999-', 'bytes=0-0'])
        expect((await get(path, { range })).status).toBe(200);
      expectFailure(await get(path, { 'if-match': '"other"' }), 412, 'PRECONDITION_FAILED');
      const past = { 'if-unmodified-since': 'Mon, 01 Jan 1990 00:00:00 GMT' };
      expectFailure(await get(path, past), 412, 'PRECONDITION_FAILED');
    }
  });
});
