import { useSyncExternalStore } from 'react';

// Phones, and windows enlarged to their width; the style sheets say the same.
let media: MediaQueryList | undefined;
const narrow = () => (media ??= window.matchMedia('(max-width: 47.99em)'));

function subscribe(listener: () => void) {
  narrow().addEventListener('change', listener);
  return () => narrow().removeEventListener('change', listener);
}

/** Whether there is room for one column only. */
export const useIsNarrow = () => useSyncExternalStore(subscribe, () => narrow().matches);
