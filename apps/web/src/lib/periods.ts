import { type DayText, monthOf, monthRange } from './dates.ts';

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
