import { type RefObject, useEffect } from 'react';

// Whether a page was opened whose heading has not been there yet.
let isArriving = false;

/** To be called as another page is opened. */
export const arrive = () => {
  isArriving = true;
};

/** The focus goes to the heading of a page that was opened, as it does in a document that is loaded. */
export function useArrival(heading: RefObject<HTMLElement | null>, title: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading may come with its title
  useEffect(() => {
    if (!isArriving) return;
    isArriving = false;
    heading.current?.focus({ preventScroll: true });
  }, [heading, title]);
}
