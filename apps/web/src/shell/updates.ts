import { useSyncExternalStore } from 'react';

const hourMs = 3_600_000;

let hasUpdate = false;
let registered: ServiceWorkerRegistration | undefined;
const listeners = new Set<() => void>();

function found() {
  hasUpdate = true;
  for (const listener of listeners) listener();
}

function watch(registration: ServiceWorkerRegistration) {
  registered = registration;
  // The very first one replaces nothing.
  const isUpdate = () => navigator.serviceWorker.controller !== null && registration.waiting !== null;
  const check = () => isUpdate() && found();
  check();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', check),
  );
  setInterval(() => void registration.update().catch(() => undefined), hourMs);
}

const loaded = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });

/** Keeps the page and its files on the device, so that it opens without a network, where the browser can. */
export async function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Another tab may let the next version take over: then this one shows the last.
  if (navigator.serviceWorker.controller) navigator.serviceWorker.addEventListener('controllerchange', found);
  // What the page itself needs goes first.
  await loaded();
  try {
    watch(await navigator.serviceWorker.register('./worker.js'));
  } catch {
    // Without it the page needs the network, as any does.
  }
}

export const useHasUpdate = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hasUpdate,
  );

/** Loads the page anew, in its next version; what was typed is asked about as with any reload. */
export function update() {
  const waiting = registered?.waiting;
  if (!waiting) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('take over');
}
