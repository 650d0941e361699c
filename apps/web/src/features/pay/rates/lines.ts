import { type Issue, RateCreate } from '@daybook/domain';
import type { Rate, Worker } from '../../../entities/pay/pay.ts';
import { compareAmounts } from '../../../lib/amounts.ts';
import type { DayText } from '../../../lib/dates.ts';
import { issuesIn } from '../../../lib/issues.ts';
import { payoutSchema } from '../settle/payout.ts';
import { rateOn } from '../worker/rates.ts';

/** A worker with what was earned so far, and what comes after a rate that begins on a day. */
export interface RateLine extends Worker {
  /** The rate that holds on that day. */
  readonly rate: Rate | undefined;
  /** When the next one begins. */
  readonly next: DayText | undefined;
}

export function linesOf(workers: readonly Worker[], rates: readonly Rate[], from: DayText): RateLine[] {
  const byWorker = Map.groupBy(rates, ({ worker }) => worker);
  return workers.map(({ _id, name }) => {
    const own = byWorker.get(_id) ?? [];
    const later = own.map((rate) => rate.from).filter((day) => day > from);
    return { _id, name, rate: rateOn(own, from), next: later.toSorted()[0] };
  });
}

export interface TypedRate {
  readonly basis?: Rate['basis'];
  readonly amount?: string;
}

/** What was typed into a line comes to. */
export type Outcome =
  | { readonly is: 'empty' | 'unchanged' }
  | { readonly is: 'faulty'; readonly issues: readonly Issue[] }
  | { readonly is: 'new'; readonly basis: Rate['basis']; readonly amount: string };

export const basisOf = ({ rate }: RateLine, typed: TypedRate = {}): Rate['basis'] =>
  typed.basis ?? rate?.basis ?? 'hour';

/** @param digits after the point, as the currency of the business has them; undefined: no currency */
export function outcomeOf(line: RateLine, typed: TypedRate = {}, digits?: number): Outcome {
  const { rate } = line;
  const basis = basisOf(line, typed);
  if (basis === 'none') {
    if (rate?.basis === 'none') return { is: 'empty' };
    return { is: 'new', basis, amount: '0' };
  }
  const amount = typed.amount || undefined;
  if (amount === undefined && basis === basisOf(line)) return { is: 'empty' };
  const { error } = RateCreate.safeParse({ worker: line._id, from: '2000-01-01', basis, amount });
  const issues = issuesIn(error ?? payoutSchema(digits).safeParse(amount).error);
  if (amount === undefined || issues.length > 0) return { is: 'faulty', issues };
  const isSame = rate?.basis === basis && compareAmounts(rate.amount, amount) === 0;
  return isSame ? { is: 'unchanged' } : { is: 'new', basis, amount };
}
