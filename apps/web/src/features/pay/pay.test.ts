import { describe, expect, it } from 'vitest';
import { balanceAfter, type Draft, isEmpty, payoutSchema, payoutToSend } from './logic/settling.ts';
import { totalsOf } from './logic/totals.ts';

const draft = {
  opening: '0.00',
  earned: '0.00',
  paid: '0.00',
  balance: '0.00',
  corrections: [],
  lines: [],
} as unknown as Draft;

describe('the totals of workers', () => {
  it('are exact, and tell what goes which way', () =>
    expect(
      totalsOf([
        { earned: '1000.10', paid: '900.00', balance: '100.10' },
        { earned: '0.20', paid: '50.2500', balance: '-50.0500' },
      ]),
    ).toEqual({
      earned: '1000.30',
      paid: '950.2500',
      balance: '50.0500',
      toWorkers: '100.10',
      fromWorkers: '50.0500',
    }));
  it('of nobody are 0', () => expect(totalsOf([])).toMatchObject({ balance: '0', fromWorkers: '0' }));
});

describe('a settlement', () => {
  it.each<[string, Partial<Draft>, boolean]>([
    ['nothing', {}, true],
    ['an opening balance', { opening: '5.00', balance: '5.00' }, false],
    ['as much paid as earned', { earned: '5.00', paid: '5.00' }, false],
    [
      'a correction alone',
      { corrections: [{ date: '2026-10-01', field: 'earned', before: '5.00', after: '0.00' }] },
      false,
    ],
  ])('with %s: whether it is empty', (_, part, expected) =>
    expect(isEmpty({ ...draft, ...part })).toBe(expected),
  );

  it.each([
    ['393.75', '100', '293.75'],
    ['393.75', '', '393.75'],
    ['100.00', '150', '-50.00'],
    ['100.00', '1,0,0', '100.00'],
  ])('of %s and a payout of "%s" leaves %s', (balance, payout, left) =>
    expect(balanceAfter(balance, payout)).toBe(left),
  );

  it.each([
    ['100', '100'],
    ['0', undefined],
    ['', undefined],
  ])('sends a payout of "%s" as %s', (typed, sent) => expect(payoutToSend(typed)).toBe(sent));

  it.each([
    ['100.50', 2, true],
    ['100.505', 2, false],
    ['100.505', 3, true],
    ['-1', 2, false],
    ['x', undefined, false],
  ])('takes a payout of %s with %s digits: %s', (typed, digits, expected) =>
    expect(payoutSchema(digits).safeParse(typed).success).toBe(expected),
  );
});
