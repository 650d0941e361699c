import { useSyncExternalStore } from 'react';

let current: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const shownMs = 4000;

function set(id: string | undefined) {
  current = id;
  for (const listener of listeners) listener();
}

/** Marks a record for a moment wherever it is listed. */
export function highlight(id: string) {
  clearTimeout(timer);
  timer = setTimeout(() => set(undefined), shownMs);
  set(id);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The record that was just saved. */
export const useHighlighted = () => useSyncExternalStore(subscribe, () => current);
