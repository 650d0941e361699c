import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Gives the focus back, when this goes, to what had it when this came; for an item of a menu, to the menu's button. */
export function useFocusReturn() {
  const [before] = useState(() => {
    const element = document.activeElement;
    const menuButton = element?.closest('[role=menu]')?.getAttribute('aria-labelledby');
    return menuButton ? document.getElementById(menuButton) : element;
  });
  useEffect(
    () => () => {
      if (before?.isConnected) (before as HTMLElement).focus({ preventScroll: true });
    },
    [before],
  );
}

/** Where the row that had the focus goes away, the row that takes its place gets it. */
export function useRowFocus(body: RefObject<HTMLElement | null>, count: number) {
  const row = useRef<string>(undefined);
  const before = useRef(count);
  useLayoutEffect(() => {
    const isGone = count < before.current && document.activeElement === document.body;
    before.current = count;
    if (!isGone || row.current === undefined) return;
    const index = Math.min(Number(row.current), count - 1);
    body.current
      ?.querySelector<HTMLElement>(`[data-index="${index}"] :is(button, a)`)
      ?.focus({ preventScroll: true });
  }, [body, count]);
  return ({ target }: { readonly target: EventTarget }) => {
    row.current = (target as Element).closest<HTMLElement>('[data-index]')?.dataset.index;
  };
}
