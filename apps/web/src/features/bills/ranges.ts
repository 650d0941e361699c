import { addMonths, type DayText, monthOf, monthRange } from '../../lib/dates.ts';
import { sum } from '../../lib/money.ts';

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

/** The last months up to the latest with any bill, those between without a bill too, so that time runs evenly. */
export function evenMonths(months: readonly MonthTotal[], most: number): MonthTotal[] {
  const first = months[0]?.month;
  const last = months.at(-1)?.month;
  if (first === undefined || last === undefined) return [];
  const totals = new Map(months.map(({ month, total }) => [month, total]));
  const even: MonthTotal[] = [];
  for (let month = last; month >= first && even.length < most; month = addMonths(month, -1))
    even.unshift({ month, total: totals.get(month) ?? '0' });
  return even;
}
