import type { Outputs } from '@daybook/client';
import { fold } from '@daybook/domain';
import { sum } from '../../lib/amounts.ts';
import { addDays, type DayText } from '../../lib/dates.ts';

export type Bill = Outputs['bills']['get'];

/** The days for each question about bills to pay. */
export const dueFilters = (today: DayText) =>
  ({
    overdue: { dueFrom: undefined, dueTo: addDays(today, -1) },
    in7: { dueFrom: today, dueTo: addDays(today, 7) },
    in30: { dueFrom: today, dueTo: addDays(today, 30) },
  }) as const;

interface Open {
  readonly value: string;
}

/** What is open altogether: a bill that one of the open cheques pays is in its cheque. */
export function openTotal(
  bills: readonly (Open & Pick<Bill, 'cheque'>)[],
  cheques: readonly (Open & { readonly _id: string })[],
): string {
  const paying = new Set<string | null>(cheques.map(({ _id }) => _id));
  const others = bills.filter(({ cheque }) => !paying.has(cheque));
  return sum([...cheques, ...others].map(({ value }) => value));
}

/** So much is typed before earlier bills are suggested. */
export const MIN_TYPED = 3;

type Described = Pick<Bill, 'description'>;

/** Earlier bills whose description contains what was typed, each description once, that of the first bill. */
export function similarBills<B extends Described>(typed: string, bills: readonly B[]): readonly B[] {
  const key = fold(typed.trim());
  if (key.length < MIN_TYPED) return [];
  const found = new Map<string, B>();
  for (const bill of bills) {
    const folded = fold(bill.description.trim());
    if (folded.includes(key) && !found.has(folded)) found.set(folded, bill);
  }
  return [...found.values()];
}

// A refund is a negative amount: as typed, in any of the signs that the field reads.
const minus = /^\s*[-−]\s*/;

export const isRefund = (typed: string): boolean => minus.test(typed);

/** The same amount with or without its sign. */
export const toRefund = (typed: string, refund: boolean): string =>
  `${refund ? '-' : ''}${typed.replace(minus, '')}`;
