import { addDays, addMonths, type DayText, monthOf, monthRange } from '../../../lib/dates.ts';

export interface Range {
  readonly from?: DayText | undefined;
  readonly to?: DayText | undefined;
}

type Asked = Range & { readonly range?: 'all' | undefined };

export const quickRanges = ['thisMonth', 'lastMonth', 'last7Days', 'allTime'] as const;
export type QuickRange = (typeof quickRanges)[number];

/** The days a quick choice stands for, counted from today. */
export function quickRange(name: QuickRange, today: DayText): Range {
  if (name === 'thisMonth') return monthRange(monthOf(today));
  if (name === 'lastMonth') return monthRange(addMonths(monthOf(today), -1));
  if (name === 'last7Days') return { from: addDays(today, -6), to: today };
  return {};
}

/** The days of a filter; where it names none, the present month. */
export const rangeOf = ({ from, to, range }: Asked, today: DayText): Range =>
  from || to || range ? { from, to } : quickRange('thisMonth', today);

/** As it stands in the address: the present month leaves nothing there, all time says so. */
export function addressOf({ from, to }: Range, today: DayText): Asked {
  const month = quickRange('thisMonth', today);
  if (from === month.from && to === month.to) return { from: undefined, to: undefined, range: undefined };
  return { from, to, range: from || to ? undefined : 'all' };
}
