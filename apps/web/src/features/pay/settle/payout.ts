import type { Outputs } from '@daybook/client';
import { Amount, issue } from '@daybook/domain';
import { compareAmounts, isAmount, negate, sum } from '../../../lib/amounts.ts';

export type Draft = Outputs['settlements']['preview'];
export type Settlement = Outputs['settlements']['create'];

/** Whether there is nothing to settle: no amount, no correction, no day. */
export const isEmpty = ({ opening, earned, paid, balance, corrections, lines }: Draft): boolean =>
  corrections.length === 0 &&
  lines.length === 0 &&
  [opening, earned, paid, balance].every((amount) => compareAmounts(amount, '0') === 0);

/**
 * A payout that was typed.
 * @param digits after the point, as the currency of the business has them; undefined: no currency
 */
export const payoutSchema = (digits = 2) =>
  Amount.refine(
    (amount) => (amount.split('.')[1]?.length ?? 0) <= digits,
    issue('too_many_digits', { digits }),
  );

/** What is left of a balance after a payout; unchanged where that cannot be read. */
export const balanceAfter = (balance: string, payout: string): string =>
  isAmount(payout) ? sum([balance, negate(payout)]) : balance;

/** The payout as it is sent; undefined: none. */
export const payoutToSend = (typed: string): string | undefined =>
  isAmount(typed) && compareAmounts(typed, '0') > 0 ? typed : undefined;
