import { sum } from '../../lib/amounts.ts';
import { addMonths, type DayText, monthOf, monthRange } from '../../lib/dates.ts';

interface Range {
  readonly from: DayText | undefined;
  readonly to: DayText | undefined;
}

/** The ranges that are asked for most, as of today: whole months. */
export const quickRanges = (today: DayText) =>
  ({
    thisMonth: monthRange(monthOf(today)),
    lastMonth: monthRange(addMonths(monthOf(today), -1)),
    thisYear: { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` },
    allTime: { from: undefined, to: undefined },
  }) satisfies Record<string, Range>;

/** Count and exact total of a range of whole months. */
export function totalIn(
  months: readonly (MonthTotal & { readonly count: number })[],
  { from = '', to = '9999-12' }: Range,
) {
  const within = months.filter(({ month }) => from.slice(0, 7) <= month && month <= to.slice(0, 7));
  return {
    count: within.reduce((count, one) => count + one.count, 0),
    total: sum(within.map(({ total }) => total)),
  };
}

interface MonthTotal {
  readonly month: string;
  readonly total: string;
}

/** How far ahead a bill may be and still count as planned, not as mistyped. */
const ahead = 12;

/**
 * Every month with bills or between such, so that time runs evenly: up to the latest that is at most a year ahead, so
 * that a mistyped year does not take the place of all others.
 */
export function evenMonths(months: readonly MonthTotal[], most: number, today: DayText): MonthTotal[] {
  const end = addMonths(monthOf(today), ahead);
  const last = (months.findLast(({ month }) => month <= end) ?? months.at(-1))?.month;
  if (last === undefined) return [];
  const start = addMonths(last, 1 - most);
  const within = months.filter(({ month }) => start <= month && month <= last);
  const totals = new Map(within.map(({ month, total }) => [month, total]));
  const even: MonthTotal[] = [];
  for (let month = last; month >= (within[0]?.month ?? last); month = addMonths(month, -1))
    even.unshift({ month, total: totals.get(month) ?? '0' });
  return even;
}
