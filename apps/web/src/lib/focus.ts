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

const opensMenu = (control: Element) => control.getAttribute('aria-haspopup') === 'menu';

/** Where the row that had the focus goes away, the row that takes its place gets it; the page, where there is none. */
export function useRowFocus(body: RefObject<HTMLElement | null>, keys: readonly string[]) {
  const last = useRef<{
    readonly key: string | undefined;
    readonly index: number;
    readonly at: number;
    readonly isMenu: boolean;
  }>(undefined);
  useLayoutEffect(() => {
    const gone = last.current;
    if (gone?.key === undefined || keys.includes(gone.key)) return;
    last.current = undefined;
    const index = Math.min(gone.index, keys.length - 1);
    onceLost(() => {
      const inRow = body.current?.querySelectorAll<HTMLElement>(`[data-index="${index}"] :is(button, a)`);
      const controls = [...(inRow ?? [])];
      // Rows may have other controls before their menus.
      const menu = gone.isMenu ? controls.find(opensMenu) : undefined;
      (menu ?? controls[gone.at] ?? controls[0] ?? document.querySelector<HTMLElement>('main'))?.focus({
        preventScroll: true,
      });
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
      isMenu: opensMenu(target as Element),
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

const focusable =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not([tabindex="-1"], [type=hidden])';

const isUsable = (element: Element) =>
  element.isConnected &&
  !element.matches(':disabled, [inert], [inert] *') &&
  element.checkVisibility({ visibilityProperty: true });

const focusableIn = (element: Element) =>
  [...element.querySelectorAll<HTMLElement>(focusable)].filter(isUsable);

/** What stands over the page for a while. */
const overlay = '[role=dialog], [role=menu], [role=listbox], [data-floating]';

/** Where the focus was: the element, and in each that it stood in, its place among those that take the focus. */
interface Place {
  readonly element: Element;
  readonly within: readonly { readonly ancestor: Element; readonly index: number }[];
}

function placeOf(element: Element): Place {
  const within: { ancestor: Element; index: number }[] = [];
  let ancestor = element.parentElement;
  for (; ancestor && !ancestor.matches('body, main, [data-floating]'); ancestor = ancestor.parentElement)
    within.push({ ancestor, index: focusableIn(ancestor).indexOf(element as HTMLElement) });
  return { element, within };
}

/** What stands now in the place: the element, or what came after it in the nearest that is still there. */
function nextFocusOf({ element, within }: Place): HTMLElement | undefined {
  if (element instanceof HTMLElement && isUsable(element)) return element;
  for (const { ancestor, index } of within) {
    const inside = ancestor.isConnected ? focusableIn(ancestor) : [];
    const next = inside[Math.min(Math.max(index, 0), inside.length - 1)];
    if (next) return next;
  }
  return undefined;
}

/** Long enough for a dialog that closes to give the focus back itself. */
const settledMs = 100;

/**
 * The focus does not fall to the body where the element that has it goes away or is switched off: it goes to what stands
 * in its place, or to the heading of the page.
 */
export function keepFocus(): () => void {
  // The latest on the page, and the latest over it.
  let onPage: Place | undefined;
  let above: Place | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    if (target.closest(overlay)) above = placeOf(target);
    else [onPage, above] = [placeOf(target), undefined];
  };
  const restore = (isLost: boolean) => {
    timer = undefined;
    const element = (above ?? onPage)?.element;
    if (document.activeElement !== document.body || !element) return;
    // It may have been lost a moment ago.
    if (!isLost) {
      timer = setTimeout(restore, settledMs, true);
      return;
    }
    // Whoever clicked beside everything has left it of their own accord.
    if (isUsable(element)) return;
    const next = (above && nextFocusOf(above)) ?? (onPage && nextFocusOf(onPage));
    const page = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
    (next ?? page)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(restore, settledMs, false);
  });

  document.addEventListener('focusin', remember);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'data-loading'],
  });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
    clearTimeout(timer);
  };
}

// Whether a page was opened whose heading has not been there yet.
let isArriving = false;

/** To be called as another page is opened. */
export const announcePageChange = () => {
  isArriving = true;
};

/** The focus goes to the heading of a page that was opened, as it does in a document that is loaded. */
export function useHeadingFocus(heading: RefObject<HTMLElement | null>, title: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading may come with its title
  useEffect(() => {
    if (!isArriving) return;
    isArriving = false;
    heading.current?.focus({ preventScroll: true });
  }, [heading, title]);
}

/** The focus goes to the same column of the next row, or of the one before. */
export function stepInColumn(body: HTMLElement | null, from: EventTarget, by: 1 | -1): boolean {
  if (!body || !(from instanceof HTMLElement) || !body.contains(from)) return false;
  const column = from.closest<HTMLElement>('[data-column]')?.dataset.column;
  if (!column) return false;
  const cells = [...body.querySelectorAll<HTMLElement>(`[data-column="${column}"]`)];
  const at = cells.findIndex((cell) => cell.contains(from));
  const next = cells[at + by];
  const field =
    next?.querySelector<HTMLInputElement>('input:checked') ??
    next?.querySelector<HTMLInputElement>(':is(input, select):not(:disabled)');
  field?.focus();
  if (field?.type === 'text') field.select();
  return true;
}
