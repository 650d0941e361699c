import type { Outputs } from '@daybook/client';
import { addDays, type DayText, daysBetween, monthOf, monthRange } from '../../lib/dates.ts';
import { compare, negated, sum } from '../../lib/money.ts';

export type Statement = Outputs['pay']['statement'];
export type PayLine = Statement['lines'][number];
export type PayTotals = Statement['totals'];

/** First and last day of a period, both included. */
export interface Period {
  readonly from: DayText;
  readonly to: DayText;
}

/** What an address asks for: one of its days is missing where the other says the month; without both it is the present month. */
export function periodOf(
  asked: Partial<{ [D in keyof Period]: DayText | undefined }>,
  today: DayText,
): Period {
  const { from, to } = asked;
  const month = monthRange(monthOf(from ?? to ?? today));
  return { from: from ?? month.from, to: to ?? month.to };
}

/** `2026-11`, where a period is exactly that month. */
export function wholeMonthOf({ from, to }: Period): string | undefined {
  const month = monthOf(from);
  const range = monthRange(month);
  return range.from === from && range.to === to ? month : undefined;
}

/** Days of a picture, at the most: more than a line of pixels cannot show. */
const mostDays = 800;

/** The balance at the end of each day; of a very long period its end. */
export function balancesByDay({
  from,
  to,
  opening,
  lines,
}: Pick<Statement, 'from' | 'to' | 'opening' | 'lines'>): {
  readonly date: DayText;
  readonly balance: string;
}[] {
  const earliest = addDays(to, 1 - mostDays);
  const first = from > earliest ? from : earliest;
  const changed = new Map(lines.map(({ date, balance }) => [date, balance]));
  let balance = lines.findLast(({ date }) => date < first)?.balance ?? opening;
  return daysBetween(first, to).map((date) => {
    balance = changed.get(date) ?? balance;
    return { date, balance };
  });
}

/** What a balance is made of beside what was earned and paid. */
const otherParts = ['openings', 'bonuses', 'deductions'] as const;
export type OtherPart = (typeof otherParts)[number];

/** Those that there are: not 0. */
export const otherPartsOf = (totals: PayTotals): readonly OtherPart[] =>
  otherParts.filter((part) => compare(totals[part], '0') !== 0);

/** By how much the balance changes within the period. */
export const changeIn = ({ opening, totals }: Pick<Statement, 'opening' | 'totals'>) =>
  sum([totals.balance, negated(opening)]);

/** The first day of which the service keeps anything. */
const firstDay = '1900-01-01';

/** All that there was, to the end of the present month, at which a month's pay is due. */
export const wholeTime = (today: DayText): Period => ({
  from: firstDay,
  to: monthRange(monthOf(today)).to,
});

/** Where a statement is shown as it goes to paper. */
export const printStatementOf = (worker: string, { from, to }: Period) =>
  `/print/statement?worker=${worker}&from=${from}&to=${to}`;
