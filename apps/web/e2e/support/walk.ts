import type { Page } from 'playwright-core';
import { type Around, aroundMain, type Box, type Place, placeOf, type Stop, stopOf } from './stop.ts';

interface Limits {
  /** Of one list or table so many stops are a sample of all: the rest is left out. */
  readonly ofList: number;
  /** Ends a walk that finds no end. */
  readonly ofAll: number;
}

export interface Options extends Limits {
  readonly isRtl: boolean;
  /** A page of nothing, in which pictures are compared. */
  readonly compare: Page;
  /** How elements look whose indicator has been seen. */
  readonly seen: Set<string>;
  /** What has been walked through around the content of a page, and its names: from one page to the next it stays. */
  readonly walked?: Map<string, ReadonlyMap<number, string>>;
}

type Key = 'Tab' | 'Shift+Tab';

/**
 * From where the focus is to the end of the page, once round a dialog, or to a stop that is known.
 * @param isPart whether it begins amid a page, which nothing leads round
 */
async function steps(
  page: Page,
  key: Key,
  { ofList, ofAll }: Limits,
  told: Map<number, string>,
  isPart: boolean,
  last?: Stop,
) {
  const stops: Stop[] = [];
  const faults: string[] = [];
  const perList = new Map<number, number>();
  for (let n = 0; n < ofAll; n += 1) {
    await page.keyboard.press(key);
    let stop = await stopOf(page, told);
    // A list that belongs to the stop before may still be closing; rows above may have been measured after the browser scrolled.
    if (stop && stop.faults.length > 0) {
      await settled(page);
      await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
      stop = await stopOf(page, told);
    }
    // The end of the page, or of a dialog, after which it begins anew.
    // The first press may lead into the window itself.
    if (!stop && n === 0) continue;
    if (!stop || (!isPart && stop.id === stops[0]?.id)) {
      if (last) faults.push(`${key} does not lead to ${last.text}`);
      return { stops, faults };
    }
    if (stops.some(({ id }) => id === stop.id)) {
      faults.push(`${key}: ${stop.text} holds the focus in a circle`);
      return { stops, faults };
    }
    stops.push(stop);
    faults.push(...stop.faults.map((fault) => `${key}: ${stop.text} ${fault}`));
    if (stop.id === last?.id) return { stops, faults };
    const inList = (perList.get(stop.list) ?? 0) + 1;
    perList.set(stop.list, inList);
    if (stop.list !== -1 && inList >= ofList) await leaveList(page, key);
  }
  faults.push(`${key}: no end after ${ofAll} stops`);
  return { stops, faults };
}

/** Of stops that look as none before: which show no focus. */
async function unseen(page: Page, stops: readonly Stop[], { compare, seen }: Options) {
  const faults: string[] = [];
  for (const stop of stops) {
    if (seen.has(stop.look)) continue;
    const share = await indicatorOf(page, stop, compare);
    if (share === undefined) continue;
    seen.add(stop.look);
    if (share < 0.5) faults.push(`${stop.text} shows no focus (${share.toFixed(2)}): ${stop.look}`);
  }
  return faults;
}

/** The next step leads out of the list. */
const leaveList = (page: Page, key: Key) =>
  page.evaluate((forward) => {
    const list = document.activeElement?.closest('tbody, ul, ol');
    const inside = [
      ...(list?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]') ??
        []),
    ].filter(
      (element) => element.tabIndex >= 0 && element.checkVisibility() && !element.matches(':disabled'),
    );
    inside.at(forward ? -1 : 0)?.focus({ preventScroll: true });
  }, key === 'Tab');

/** Whether a reader in that direction comes to the second before the first. */
function isBefore(first: Stop, second: Stop, isRtl: boolean): boolean {
  const [a, b] = [first.box, second.box];
  const overlap = Math.min(first.top + a.height, second.top + b.height) - Math.max(first.top, second.top);
  const isSameLine = overlap > Math.min(a.height, b.height) / 2;
  const isPast = isRtl ? b.x + b.width <= a.x + 1 : b.x >= a.x + a.width - 1;
  const isBack = isRtl ? b.x >= a.x + a.width - 1 : b.x + b.width <= a.x + 1;
  if (isSameLine) return isBack;
  // The next column begins at its top.
  return second.top + b.height <= first.top && !isPast;
}

/** These in their order, each with the focus; the last keeps it. */
async function visited(page: Page, ids: readonly number[], told: Map<number, string>): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (const id of ids) {
    const stop = await stopOf(page, told, id);
    if (stop?.id !== id) throw new Error(`${told.get(id)} takes no focus`);
    stops.push(stop);
  }
  return stops;
}

/**
 * Forward to the end and back to the beginning: what is wrong at any stop, or with their order. Where the same elements
 * stand around the content as in a walk before, Tab leads from the last of them to the first after it, and back.
 */
export async function walk(page: Page, options: Options): Promise<string[]> {
  const around: Around = (options.walked && (await aroundMain(page))) ?? { before: [], after: [], texts: [] };
  const address = JSON.stringify([await page.evaluate(() => performance.timeOrigin), around]);
  const names = options.walked?.get(address);
  const told = new Map(names);
  const isPart = names !== undefined;
  const after = isPart ? await visited(page, around.after, told) : [];
  const before = isPart ? await visited(page, around.before, told) : [];
  const forward = await steps(page, 'Tab', options, told, isPart, after[0]);
  const back = await steps(page, 'Shift+Tab', options, told, isPart, before.at(-1) ?? forward.stops[0]);
  const stops = [...before, ...forward.stops, ...after.slice(1)];
  const hidden = await unseen(page, stops, options);
  const order = stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    return next && next.landmark === stop.landmark && isBefore(stop, next, options.isRtl)
      ? [`${next.text} stands before ${stop.text}, which has the focus earlier`]
      : [];
  });
  // Of a long list another sample is seen on the way back.
  const home = new Set([...back.stops, ...after].map(({ text }) => text));
  const oneWay = forward.stops
    .filter(({ list, text }) => list === -1 && !home.has(text))
    .map(({ text }) => `${text} is passed over on the way back`);
  const faultsBeside = [...before, ...after].flatMap(({ text, faults }) =>
    faults.map((fault) => `${text} ${fault}`),
  );
  const faults = new Set([
    ...forward.faults,
    ...back.faults,
    ...faultsBeside,
    ...hidden,
    ...order,
    ...oneWay,
  ]);
  const beside = new Set([...around.before, ...around.after]);
  if (beside.size > 0 && faults.size === 0)
    options.walked?.set(address, new Map([...told].filter(([id]) => beside.has(id))));
  return [...faults];
}

const margin = 6;

/** The part of the window in which the indicator of an element stands. */
function around({ x, y, width, height }: Box, size: { readonly width: number; readonly height: number }) {
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(size.width, x + width + margin) - left),
    height: Math.max(1, Math.min(size.height, y + height + margin) - top),
  };
}

/** What a transition of no length needs, and a list that closes. */
export const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * What the focus changes in the picture of an element, as a share of its outline: how many pixels differ by 3 to 1 or
 * more. Undefined where the element is gone.
 */
async function indicatorOf(page: Page, { id }: Place, compare: Page): Promise<number | undefined> {
  const stop = await placeOf(page, id);
  if (stop?.id !== id) return undefined;
  await settled(page);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const clip = around(stop.box, size);
  const { left, top, scale } = await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { caret-color: transparent !important }');
    if (document.adoptedStyleSheets.length === 0) document.adoptedStyleSheets = [sheet];
    return { left: scrollX, top: scrollY, scale: devicePixelRatio };
  });
  // Page.screenshot waits for fonts and frames, and changes the page for each picture.
  const devtools = await page.context().newCDPSession(page);
  const shoot = async () => {
    const { data } = await devtools.send('Page.captureScreenshot', {
      clip: { ...clip, x: clip.x + left, y: clip.y + top, scale: 1 },
      optimizeForSpeed: true,
    });
    return data;
  };
  const focused = await shoot();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await settled(page);
  const changed = await compare.evaluate(differing, [focused, await shoot()] as const);
  await devtools.detach();
  const outline = 2 * (Math.min(stop.box.width, size.width) + Math.min(stop.box.height, size.height));
  // Of a control with a long label the control alone is outlined.
  return changed / (Math.min(outline, 200) * scale);
}

/** Runs in a page. */
async function differing(pictures: readonly [string, string]): Promise<number> {
  const [one, other] = await Promise.all(
    pictures.map(async (picture) => {
      const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
    }),
  );
  if (!one || !other) return 0;
  const linear = (value = 0) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = (data: Uint8ClampedArray, at: number) =>
    0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]);
  let count = 0;
  for (let at = 0; at < one.length; at += 4) {
    if (one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2]) continue;
    const [a, b] = [luminance(one, at), luminance(other, at)];
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 3) count += 1;
  }
  return count;
}

/** The spacing of WCAG 1.4.12, as a person's own style sets it. */
export const setSpacing = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });

/** What is cut off or has to be moved sideways. Names in a wide calendar, the month of the work logs and papers may. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    for (const element of document.querySelectorAll('main *, header *')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      const { clientWidth, clientHeight, scrollWidth, scrollHeight, textContent, className } = element;
      if (element.closest('.paper-view, .calendar .due-name')) continue;
      if (clientWidth <= 2 || clipPath !== 'none' || textContent.trim() === '') continue;
      const what = `${element.tagName}.${className} "${textContent.trim().slice(0, 30)}"`;
      const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (isCut(overflowX) && scrollWidth > clientWidth + 1) faults.push(`cut at the side: ${what}`);
      if (isCut(overflowY) && scrollHeight > clientHeight + 1) faults.push(`cut below: ${what}`);
      const isSideways = ['auto', 'scroll'].includes(overflowX) && scrollWidth > clientWidth + 1;
      if (isSideways && !element.matches('.month-box')) faults.push(`moves sideways: ${what}`);
    }
    const excess = document.documentElement.scrollWidth - innerWidth;
    return excess > 0 ? [...faults, `the page is ${excess} pixels too wide`] : faults;
  });
