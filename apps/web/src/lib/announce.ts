import { useEffect } from 'react';

/** How soon a screen reader says it: once it has said what it is at, or at once. */
export type Urgency = 'polite' | 'assertive';

const regions = new Map<Urgency, HTMLElement>();

/** Where what is announced stands; `LiveRegions` of the shell holds them. */
export const liveRegion = (urgency: Urgency) => (element: HTMLElement | null) => {
  if (element) regions.set(urgency, element);
  else regions.delete(urgency);
};

/** Tells people who do not see the page what others see change in it. The same text is said again. */
function announce(text: string, urgency: Urgency = 'polite') {
  const region = regions.get(urgency);
  if (!region) return;
  const line = document.createElement('p');
  line.textContent = text;
  region.replaceChildren(line);
}

/** Announces a text whenever it changes; undefined while there is none. */
export function useAnnouncement(text: string | undefined) {
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
}
