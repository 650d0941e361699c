import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the device has a network. Known at the first rendering: Mantine's `useNetwork` renders everything that uses it twice. */
export const useIsOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);
