import type { Rate } from '../../../entities/pay/pay.ts';
import { compareAmounts } from '../../../lib/amounts.ts';
import type { DayText } from '../../../lib/dates.ts';

/** A time during which an amount holds, in shares of the width and the height of its picture. */
export interface RateStep {
  readonly from: number;
  readonly to: number;
  readonly height: number;
}

/** The rates of one basis over time: those of an hour and of a month have no common measure. */
export interface RateHistory {
  readonly basis: Rate['basis'];
  readonly rates: readonly Rate[];
  readonly steps: readonly RateStep[];
}

const DAY_MS = 86_400_000;
/** How far the last rate is drawn, where it has only just begun. */
const MIN_SPAN_MS = 30 * DAY_MS;

/**
 * Pictures of rates over time, one for each basis that has an amount, in the order in which they began.
 * @param rates of one worker, in any order
 */
export function rateHistoriesOf(rates: readonly Rate[], today: DayText): readonly RateHistory[] {
  const ordered = rates.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const [first, last] = [ordered.at(0), ordered.at(-1)];
  if (!first || !last) return [];
  const begin = Date.parse(first.from);
  const end = Math.max(Date.parse(today), Date.parse(last.from) + MIN_SPAN_MS);
  const place = (time: number) => (time - begin) / (end - begin);
  const bases = [...new Set(ordered.map(({ basis }) => basis))].filter((basis) => basis !== 'none');
  return bases.map((basis) => {
    const own = ordered.filter((rate) => rate.basis === basis);
    const highest = own.reduce((most, { amount }) => (compareAmounts(amount, most) > 0 ? amount : most), '0');
    const steps = ordered.flatMap((rate, index) => {
      if (rate.basis !== basis) return [];
      const next = ordered[index + 1];
      const to = next ? Date.parse(next.from) : end;
      // Drawing alone: what is read stays the text.
      const height = Number(rate.amount) / (Number(highest) || 1);
      return [{ from: place(Date.parse(rate.from)), to: place(to), height }];
    });
    return { basis, rates: own, steps };
  });
}

/** A path through a picture of 100 by 100: a line for each step, upright ones where one follows at once on another. */
export function pathOf(steps: readonly RateStep[]): string {
  const round = (share: number) => Math.round(share * 10_000) / 100;
  return steps
    .map(({ from, to, height }, index) => {
      const joins = index > 0 && steps[index - 1]?.to === from;
      const y = round(1 - height);
      return `${joins ? 'L' : 'M'}${round(from)} ${y}L${round(to)} ${y}`;
    })
    .join('');
}

/** The rate that holds on a day. */
export const rateOn = (rates: readonly Rate[], day: DayText): Rate | undefined =>
  rates
    .filter(({ from }) => from <= day)
    .reduce<Rate | undefined>(
      (latest, rate) => (latest && latest.from > rate.from ? latest : rate),
      undefined,
    );
