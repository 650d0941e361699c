import { compare } from '../../lib/money.ts';

/**
 * What can be paid out of a balance: nothing (empty) unless something is owed; digits that the currency does not have,
 * which payments of logs may have, are left owed.
 * @param digits after the point; undefined: no currency
 */
export function payableOf(balance: string, digits = 2): string {
  const [whole = '0', fraction = ''] = balance.split('.');
  const payable = digits > 0 && fraction ? `${whole}.${fraction.slice(0, digits)}` : whole;
  return compare(payable, '0') > 0 ? payable : '';
}
