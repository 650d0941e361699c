declare const self: ServiceWorkerGlobalScope;
/** What the build has made, and a name for it; put in by service-worker.ts. */
declare const FILES: readonly string[];
declare const VERSION: string;

// The service worker caches the page and its files, never an answer of the service. Each build has a cache of its own, so
// that the files of one page are of one build; that of the build before stays for tabs that still show it.

const { scope } = self.registration;
const prefix = `daybook ${scope} `;
const page = new URL('./', scope).href;
const assets = new URL('./assets/', scope).href;
const files = new Set(FILES.map((path) => new URL(path, scope).href));

async function install() {
  const cache = await caches.open(prefix + VERSION);
  await cache.addAll([...files]);
  await cache.add(new Request(page, { cache: 'no-cache' }));
}

async function removeOlder() {
  // In the order in which they were made.
  const older = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + VERSION);
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
}

/** Varying by compression and the like means nothing once an answer is here. */
const options = { ignoreVary: true };

async function cached(url: string, request: Request) {
  const own = await caches.open(prefix + VERSION);
  return (await own.match(url, options)) ?? (await caches.match(url, options)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(removeOlder().then(() => self.clients.claim())));
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const [url = ''] = request.url.split(/[?#]/);
  if (files.has(url) || url.startsWith(assets)) event.respondWith(cached(url, request));
  else if (request.mode === 'navigate') event.respondWith(cached(page, request));
});
