declare const self: ServiceWorkerGlobalScope;
/** What the build has made, and a name for it; put in by vite.config.ts. */
declare const FILES: readonly string[];
declare const VERSION: string;

// The service worker keeps the page and its files, nothing of the service's answers. Each build has a cache of its own, so
// that the files of one page are of one build; the page of the build before still finds its own.

const { scope } = self.registration;
const prefix = `daybook ${scope} `;
const page = new URL('./', scope).href;
const files = new Set(FILES.map((path) => new URL(path, scope).href));

async function install() {
  const cache = await caches.open(prefix + VERSION);
  await cache.addAll([...files]);
  // After the files, since it names them; not what the browser may have kept of it.
  await cache.add(new Request(page, { cache: 'no-cache' }));
}

async function removeOlder() {
  const own = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + VERSION);
  await Promise.all(own.slice(0, -1).map((name) => caches.delete(name)));
}

const kept = async (url: string, request: Request) =>
  (await (await caches.open(prefix + VERSION)).match(url, { ignoreVary: true })) ??
  (await caches.match(url, { ignoreVary: true })) ??
  fetch(request);

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(removeOlder().then(() => self.clients.claim())));
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (!request.url.startsWith(`${page}assets/`)) event.respondWith(kept(page, request));
  } else if (files.has(request.url) || request.url.startsWith(`${page}assets/`))
    event.respondWith(kept(request.url, request));
});
