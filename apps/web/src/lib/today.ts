import { useSyncExternalStore } from 'react';
import type { DayText } from './dates.ts';
import { onTimeLearned } from './dates.ts';
import { useFormat } from './format.ts';

function subscribe(listener: () => void) {
  const timer = setInterval(listener, 30_000);
  const forget = onTimeLearned(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    forget();
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Today, also on a page that stays open over night. */
export const useToday = (): DayText => useSyncExternalStore(subscribe, useFormat().today);
