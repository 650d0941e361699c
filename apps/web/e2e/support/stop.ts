import type { Page } from 'playwright-core';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the focus is. */
export interface Place {
  /** The same for the same element while the page is open. */
  readonly id: number;
  /** Of what is seen of it, in the window. */
  readonly box: Box;
  /** The same on the page, or in the drawer, however far it is scrolled. */
  readonly top: number;
  /** The landmark or the dialog that it is in. */
  readonly landmark: string;
  /** The list or the table that it is in, if it is long; -1: none. */
  readonly list: number;
  /** Alike for elements that show the focus alike. */
  readonly look: string;
  readonly faults: readonly string[];
}

/** Where Tab has come to. */
export interface Stop extends Place {
  /** Its role and its name: what a report calls it. */
  readonly text: string;
}

/** What has the focus; undefined where nothing has. @param focus the id of an element that gets it first; -1: none does */
export const placeOf = (page: Page, focus = -1): Promise<Place | undefined> => page.evaluate(probe, focus);

/** The same with its name. @param told what is known of this page, by id: asking takes long */
export async function stopOf(
  page: Page,
  told: Map<number, string>,
  focus?: number,
): Promise<Stop | undefined> {
  const place = await placeOf(page, focus);
  if (!place) return undefined;
  const text = told.get(place.id) ?? (await textOf(page));
  told.set(place.id, text);
  const faults = /"[^"]/.test(text) ? place.faults : [...place.faults, 'has no name'];
  return { ...place, text, faults };
}

async function textOf(page: Page): Promise<string> {
  const [line = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n');
  const [, role = '', name] = /^- '?(\w+) "((?:[^"\\]|\\.)+)"/.exec(line) ?? [];
  if (name) return `${role} "${name.slice(0, 60)}"`;
  // What has no role of its own can have a name all the same; Chromium tells it slowly.
  return page.evaluate(() => {
    const { computedName = '', computedRole = '' } = document.activeElement as Element & {
      readonly computedName?: string;
      readonly computedRole?: string;
    };
    return `${computedRole} "${computedName.slice(0, 60)}"`;
  });
}

/** Runs in the page. */
function probe(focus: number): Place | undefined {
  const registry = globalThis as unknown as { stops?: Map<HTMLElement, number> };
  registry.stops ??= new Map();
  if (focus !== -1) [...registry.stops].find(([, id]) => id === focus)?.[0].focus();
  const focused = document.activeElement as HTMLElement | null;
  if (!focused || focused === document.body || focused === document.documentElement) return undefined;
  // Reduced to a hundredth of a millisecond, a transition still waits for the next picture.
  getComputedStyle(focused).outlineWidth;
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
  const idOf = (element: HTMLElement) => {
    const known = registry.stops?.get(element) ?? registry.stops?.size ?? 0;
    registry.stops?.set(element, known);
    return known;
  };
  // An input that is laid over what is drawn for it.
  const isDrawn = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && getComputedStyle(element).opacity !== '0';
  };
  let seen: Element = focused;
  if (!isDrawn(focused) && focused instanceof HTMLInputElement) seen = focused.labels?.[0] ?? focused;
  while (!isDrawn(seen) && seen.parentElement && seen.parentElement !== document.body)
    seen = seen.parentElement;
  const { x, y, width, height } = seen.getBoundingClientRect();
  const faults: string[] = [];
  const style = getComputedStyle(seen);
  if (style.visibility !== 'visible' || width < 1 || height < 1) faults.push('is not visible');
  const fits = (start: number, size: number, all: number) =>
    size > all ? start < all && start + size > 0 : start >= -1 && start + size <= all + 1;
  if (!fits(x, width, innerWidth) || !fits(y, height, innerHeight))
    faults.push(`is not in the window: ${[x, y, width, height].map(Math.round)}`);
  let covered = 0;
  let points = 0;
  let by = '';
  for (const across of [0.08, 0.3, 0.5, 0.7, 0.92])
    for (const down of [0.15, 0.5, 0.85]) {
      const hit = document.elementFromPoint(x + width * across, y + height * down);
      if (!hit) continue;
      points += 1;
      const isOwn = seen.contains(hit) || hit.contains(seen) || (hit as HTMLLabelElement).control === focused;
      // What belongs to it: a button in an input, its label.
      const field = seen.closest('.mantine-Input-wrapper') ?? seen.parentElement;
      const isBeside = field?.contains(hit) && getComputedStyle(hit).position !== 'sticky';
      if (isOwn || isBeside) continue;
      covered += 1;
      by = `${hit.tagName.toLowerCase()}.${hit.className}`;
    }
  if (covered > points / 10) faults.push(`is covered at ${covered} of ${points} points by ${by}`);
  const landmark = focused.closest<HTMLElement>(
    '[role=dialog], [role=search], main, nav, header, section[data-floating]',
  );
  // What floats over the page has no place in its order.
  const isFloating = getComputedStyle(focused).position === 'fixed';
  const list = focused.closest<HTMLElement>('tbody, ul, ol, .mantine-SegmentedControl-root');
  const shape = (element: Element | null) => `${element?.tagName}.${element?.getAttribute('class')}`;
  return {
    id: idOf(focused),
    box: { x, y, width, height },
    top: y + scrollY + (focused.closest('.mantine-Drawer-content')?.scrollTop ?? 0),
    landmark: isFloating ? 'window' : landmark ? `${landmark.tagName} ${idOf(landmark)}` : 'page',
    list: list ? idOf(list) : -1,
    look: [shape(focused), shape(seen), shape(seen.parentElement), focused.getAttribute('aria-current')].join(
      ' ',
    ),
    faults,
  };
}

/** What Tab comes to before and after the page's own content, by id. */
export interface Around {
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** What they say. */
  readonly texts: readonly string[];
}

/** Nothing where there is nothing on one of the sides, or where the order is not that of the elements. */
export const aroundMain = (page: Page): Promise<Around | undefined> =>
  page.evaluate(() => {
    const registry = globalThis as unknown as { stops?: Map<HTMLElement, number> };
    registry.stops ??= new Map();
    const known = registry.stops;
    const main = document.querySelector('main');
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [tabindex]',
    );
    const around = { before: [] as number[], after: [] as number[], texts: [] as string[] };
    for (const element of all) {
      if (element.tabIndex > 0 || !main) return undefined;
      if (element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (main.contains(element) || element.closest('[inert]') || element.matches(':disabled')) continue;
      const isBefore = element.compareDocumentPosition(main) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (!known.has(element)) known.set(element, known.size);
      around[isBefore ? 'before' : 'after'].push(known.get(element) ?? -1);
      around.texts.push(element.getAttribute('aria-label') ?? element.textContent);
    }
    return around.before.length > 0 ? around : undefined;
  });
