import { issue, PayEntryCreate, type PayEntryKind } from '@daybook/domain';
import { compare, isAmount, negated, sum } from '../../lib/money.ts';

/** How many digits of an amount stand after the point. */
const digitsIn = (amount: string) => amount.split('.')[1]?.length ?? 0;

/**
 * What the service would say against a new entry.
 * @param digits after the point, as the currency of the business has them; undefined: no currency
 */
export const entrySchema = (digits = 2) =>
  PayEntryCreate.refine(({ amount }) => digitsIn(amount) <= digits, {
    path: ['amount'],
    ...issue('too_many_digits', { digits }),
  }).refine(({ kind, amount }) => kind === 'opening' || compare(amount, '0') > 0, {
    path: ['amount'],
    ...issue('not_positive'),
  });

interface Typed {
  readonly kind: PayEntryKind;
  readonly amount: string;
}

/**
 * Whether more is paid out than is owed.
 * @param owed the balance without this entry; undefined while it is not known
 */
export const isOverpaid = ({ kind, amount }: Typed, owed: string | undefined): boolean =>
  kind === 'payout' && owed !== undefined && isAmount(amount) && compare(amount, owed) > 0;

/** What would be owed if an entry were not there. */
export function withoutEntry(balance: string, entry: Typed | undefined): string {
  if (!entry) return balance;
  const adds = entry.kind === 'opening' || entry.kind === 'bonus';
  return sum([balance, adds ? negated(entry.amount) : entry.amount]);
}
