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

/** Where the row that had the focus goes away, the row that takes its place gets it; the page, where there is none. */
export function useRowFocus(body: RefObject<HTMLElement | null>, keys: readonly string[]) {
  const last = useRef<{ readonly key: string | undefined; readonly index: number; readonly at: number }>(
    undefined,
  );
  useLayoutEffect(() => {
    const gone = last.current;
    if (gone?.key === undefined || keys.includes(gone.key)) return;
    last.current = undefined;
    const index = Math.min(gone.index, keys.length - 1);
    onceLost(() => {
      const inRow = body.current?.querySelectorAll<HTMLElement>(`[data-index="${index}"] :is(button, a)`);
      (inRow?.[gone.at] ?? inRow?.[0] ?? document.querySelector('main'))?.focus({ preventScroll: true });
    });
  }, [body, keys]);
  return ({ target }: { readonly target: EventTarget }) => {
    const row = (target as Element).closest<HTMLElement>('[data-index]');
    // The focus may be in a menu of the row.
    if (!row) return;
    const index = Number(row.dataset.index);
    last.current = {
      key: keys[index],
      index,
      at: [...row.querySelectorAll('button, a')].indexOf(target as Element),
    };
  };
}

/** Does it where nothing has the focus; if a dialog has it, once that has closed. */
function onceLost(then: () => void) {
  const isLost = () => document.activeElement === document.body;
  if (isLost()) return then();
  if (!document.activeElement?.closest('[role=dialog]')) return;
  const until = Date.now() + 1000;
  const timer = setInterval(() => {
    if (!isLost() && Date.now() < until) return;
    clearInterval(timer);
    if (isLost()) then();
  }, 50);
}
