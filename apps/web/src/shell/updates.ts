import { useSyncExternalStore } from 'react';

const hourMs = 3_600_000;

// The next version of the page, which waits until nobody uses this one.
let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function found(worker: ServiceWorker | null) {
  waiting = worker;
  for (const listener of listeners) listener();
}

function watch(registration: ServiceWorkerRegistration) {
  // The very first one replaces nothing.
  const note = () => found(navigator.serviceWorker.controller ? registration.waiting : null);
  note();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', note),
  );
  setInterval(() => void registration.update().catch(() => undefined), hourMs);
}

/** Keeps the page and its files on the device, so that it opens without a network, where the browser can. */
export async function keepOnDevice() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
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
    () => waiting !== null,
  );

/** Loads the page anew, in its next version; what was typed is asked about as with any reload. */
export function update() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage('take over');
}
