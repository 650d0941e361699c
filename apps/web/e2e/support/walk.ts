import type { Page } from 'playwright-core';
import { indicatorOf, settled } from './indicator.ts';
import { type Around, aroundMain, type Stop, stopOf } from './stop.ts';

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
    // A list that belongs to the stop before may still be closing.
    if (stop && stop.faults.length > 0) {
      await settled(page);
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
