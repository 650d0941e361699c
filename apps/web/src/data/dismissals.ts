import { useSyncExternalStore } from 'react';
import { serviceUrl } from '../lib/addresses.ts';
import { useMe } from './me.ts';

/** What is asked once. */
type Question = 'pastDueCheques';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Of another tab.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether the caller has answered a question on this device, or wants to hear no more of it. */
export function useDismissal(question: Question) {
  const { _id } = useMe();
  const key = `daybook-answered ${serviceUrl} ${_id} ${question}`;
  const isDismissed = useSyncExternalStore(subscribe, () => localStorage.getItem(key) !== null);
  const set = (value: boolean) => {
    if (value) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
    for (const listener of listeners) listener();
  };
  return { isDismissed, dismiss: () => set(true), askAgain: () => set(false) };
}
