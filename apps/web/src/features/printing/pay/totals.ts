import { isNegative, negate, sum, toUnits } from '../../../lib/amounts.ts';
import type { ShownPay } from './figures.tsx';

type TotalName =
  | 'opening'
  | 'earned'
  | 'openings'
  | 'bonuses'
  | 'deductions'
  | 'payments'
  | 'advances'
  | 'payouts'
  | 'ownPayout'
  | 'balance';

export interface Total {
  readonly name: TotalName;
  /** As it is added: what is taken off is below zero. */
  readonly amount: string;
}

const isZero = (amount: string) => toUnits(amount) === 0n;
const always: ReadonlySet<TotalName> = new Set(['opening', 'earned', 'balance']);

/** From the opening to the balance, which is the sum of the rows before it; what is zero is left out. */
export function totalsOf({ opening, totals, settlement }: ShownPay): readonly Total[] {
  const { earned, openings, bonuses, deductions, payments, advances, payouts, balance } = totals;
  const ownPayout = settlement?.payout ?? '0';
  const rows: readonly Total[] = [
    { name: 'opening', amount: opening },
    { name: 'earned', amount: earned },
    { name: 'openings', amount: openings },
    { name: 'bonuses', amount: bonuses },
    { name: 'deductions', amount: taken(deductions) },
    { name: 'payments', amount: taken(payments) },
    { name: 'advances', amount: taken(advances) },
    { name: 'payouts', amount: taken(sum([payouts, negate(ownPayout)])) },
    { name: 'ownPayout', amount: taken(ownPayout) },
    { name: 'balance', amount: balance },
  ];
  return rows.filter(({ name, amount }) => always.has(name) || !isZero(amount));
}

const taken = (amount: string) => (isZero(amount) ? amount : negate(amount));

/** Who owes whom, and how much. */
export function owed(balance: string): {
  readonly side: 'isOwed' | 'owes' | 'even';
  readonly amount: string;
} {
  if (isZero(balance)) return { side: 'even', amount: balance };
  return isNegative(balance)
    ? { side: 'owes', amount: negate(balance) }
    : { side: 'isOwed', amount: balance };
}
