import { describe, expect, it } from 'vitest';
import { sum } from '../../../lib/amounts.ts';
import { owed, totalsOf } from './pay-totals.ts';

const totals = {
  earned: '328.13',
  payments: '500.00',
  openings: '0.00',
  bonuses: '20.00',
  deductions: '5.00',
  advances: '0.00',
  payouts: '150.00',
  paid: '650.00',
  balance: '-306.87',
};
const pay = {
  worker: 'w',
  workerName: 'Grace Hopper',
  from: '2023-12-01',
  to: '2023-12-31',
  opening: '0.00',
  lines: [],
  totals,
};
const settlement = {
  number: 2,
  status: 'issued' as const,
  reason: '',
  payout: '100.00',
  corrections: [],
  acknowledgedAt: null,
  replacedNumber: undefined,
};

describe('the totals on paper', () => {
  it('lead from the opening to the balance', () => {
    const rows = totalsOf(pay);
    expect(rows.map(({ name, amount }) => [name, amount])).toEqual([
      ['opening', '0.00'],
      ['earned', '328.13'],
      ['bonuses', '20.00'],
      ['deductions', '-5.00'],
      ['payments', '-500.00'],
      ['payouts', '-150.00'],
      ['balance', '-306.87'],
    ]);
    expect(sum(rows.slice(0, -1).map(({ amount }) => amount))).toBe(rows.at(-1)?.amount);
  });

  it('set the payout of a settlement apart from the others', () => {
    const rows = totalsOf({ ...pay, settlement });
    expect(rows.map(({ name, amount }) => [name, amount])).toEqual(
      expect.arrayContaining([
        ['payouts', '-50.00'],
        ['ownPayout', '-100.00'],
      ]),
    );
    expect(sum(rows.slice(0, -1).map(({ amount }) => amount))).toBe(rows.at(-1)?.amount);
  });

  it('say who owes whom, without a sign', () => {
    expect(owed('-306.87')).toEqual({ side: 'owes', amount: '306.87' });
    expect(owed('0.01')).toEqual({ side: 'isOwed', amount: '0.01' });
    expect(owed('0.000')).toEqual({ side: 'even', amount: '0.000' });
  });
});
