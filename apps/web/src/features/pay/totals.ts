import type { Balance } from '../../entities/pay/pay.ts';
import { isNegative, negate, sum } from '../../lib/amounts.ts';

type Amounts = Pick<Balance, 'earned' | 'paid' | 'balance'>;

/** The sums of several workers' balances, exact. */
export function totalsOf(balances: readonly Amounts[]) {
  const all = balances.map(({ balance }) => balance);
  return {
    earned: sum(balances.map(({ earned }) => earned)),
    paid: sum(balances.map(({ paid }) => paid)),
    balance: sum(all),
    /** What the business owes to workers. */
    toWorkers: sum(all.filter((balance) => !isNegative(balance))),
    /** What workers owe to the business, positive. */
    fromWorkers: negate(sum(all.filter(isNegative))),
  };
}
