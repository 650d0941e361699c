import { addMonths } from '../../../lib/dates.ts';

export interface MonthTotal {
  readonly month: string;
  readonly total: string;
}

/** The last so many months up to the given one; those without anything are 0. */
export function lastMonths(month: string, count: number, known: readonly MonthTotal[]): MonthTotal[] {
  const totals = new Map(known.map((item) => [item.month, item.total]));
  return Array.from({ length: count }, (_, index) => {
    const each = addMonths(month, index - count + 1);
    return { month: each, total: totals.get(each) ?? '0' };
  });
}
