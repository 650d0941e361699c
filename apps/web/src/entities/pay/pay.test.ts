import { describe, expect, it } from 'vitest';
import { issuesIn } from '../../lib/issues.ts';
import { entrySchema, isOverpaid, payableOf, withoutEntry } from './pay.ts';

const entry = {
  worker: '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e',
  date: '2026-11-02',
  kind: 'advance' as const,
};

describe('an entry', () => {
  it.each([
    ['advance', '150.00', 2, []],
    ['advance', '150.005', 2, ['too_many_digits']],
    ['advance', '150.005', 3, []],
    ['advance', '1.5', 0, ['too_many_digits']],
    ['advance', '0', 2, ['not_positive']],
    ['deduction', '-1', 2, ['not_positive']],
    ['opening', '-1', 2, []],
    ['opening', '0', 2, []],
    ['advance', '1,5,0', 2, ['invalid_amount']],
  ] as const)('%s of %s with %d digits is told %j', (kind, amount, digits, codes) => {
    const { error } = entrySchema(digits).safeParse({ ...entry, kind, amount });
    expect(issuesIn(error).map(({ code, path }) => [code, path])).toEqual(
      codes.map((code) => [code, ['amount']]),
    );
  });

  it.each([
    ['payout', '120', '120.00', false],
    ['payout', '120.01', '120.00', true],
    ['payout', '1', '-5.00', true],
    ['advance', '500', '120.00', false],
    ['payout', 'abc', '120.00', false],
    ['payout', '500', undefined, false],
  ] as const)('%s of %s where %s is owed: more than that is %s', (kind, amount, owed, expected) =>
    expect(isOverpaid({ kind, amount }, owed)).toBe(expected),
  );

  it.each([
    ['payout', '100', '150.00'],
    ['advance', '100', '150.00'],
    ['deduction', '100', '150.00'],
    ['bonus', '100', '-50.00'],
    ['opening', '-100', '150.00'],
  ] as const)('%s of %s away from a balance of 50.00 leaves %s', (kind, amount, left) =>
    expect(withoutEntry('50.00', { kind, amount })).toBe(left),
  );
});

describe('what can be paid out', () => {
  it.each([
    ['393.75', 2, '393.75'],
    ['120.1250', 2, '120.12'],
    ['120.125', 3, '120.125'],
    ['120.90', 0, '120'],
    ['0.0050', 2, ''],
    ['0.00', 2, ''],
    ['-5.00', 2, ''],
    ['7', undefined, '7'],
  ])('of %s with %s digits is %s', (balance, digits, payable) =>
    expect(payableOf(balance, digits)).toBe(payable),
  );
});
