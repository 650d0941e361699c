import { exact } from './forecasts.ts';
import type { Row } from './samples/index.ts';

/** A bill as a person knows it: `paidOn` is the day of payment, by whatever means. */
export interface ModelBill {
  readonly date: string;
  readonly value: string;
  readonly isFollowed: boolean;
  readonly paidOn: string | null;
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

/** What a statement has to say, in ten-thousandths. */
export function statementOf(bills: readonly ModelBill[], from: string, to: string) {
  const within = (day: string | null) => day !== null && day >= from && day <= to;
  const openAfter = (isPast: (day: string) => boolean) =>
    sum(
      bills
        .filter(({ isFollowed }) => isFollowed)
        .map(
          ({ date, value, paidOn }) =>
            exact(value) * (BigInt(isPast(date)) - BigInt(paidOn !== null && isPast(paidOn))),
        ),
    );
  const totalOf = (some: readonly ModelBill[]) => sum(some.map(({ value }) => exact(value)));
  return {
    opening: openAfter((day) => day < from),
    billed: totalOf(bills.filter(({ date }) => within(date))),
    paid: totalOf(
      bills.filter(({ date, paidOn, isFollowed }) => (isFollowed ? within(paidOn) : within(date))),
    ),
    open: openAfter((day) => day <= to),
  };
}

/** The same of an answer. */
export const figuresOf = ({ opening, totals }: Row) => ({
  opening: exact(opening),
  billed: exact(totals.billed),
  paid: exact(totals.paid),
  open: exact(totals.open),
});
