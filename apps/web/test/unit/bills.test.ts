import { describe, expect, it } from 'vitest';
import { evenMonths, quickRanges, totalIn } from '../../src/features/bills/ranges.ts';
import { asRefund, isRefund } from '../../src/features/bills/signs.ts';

const months = [
  { month: '2025-12', count: 2, total: '0.10' },
  { month: '2026-02', count: 1, total: '-0.3' },
  { month: '2026-03', count: 4, total: '5' },
];

it('ranges are whole months and years', () => {
  const { thisMonth, lastMonth, thisYear } = quickRanges('2026-01-31');
  expect(thisMonth).toEqual({ from: '2026-01-01', to: '2026-01-31' });
  expect(lastMonth).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(thisYear).toEqual({ from: '2026-01-01', to: '2026-12-31' });
});

it('the total of a range is the exact one of its months', () => {
  const { thisYear, lastMonth, allTime } = quickRanges('2026-03-09');
  expect(totalIn(months, thisYear)).toEqual({ count: 5, total: '4.7' });
  expect(totalIn(months, lastMonth)).toEqual({ count: 1, total: '-0.3' });
  expect(totalIn(months, allTime)).toEqual({ count: 7, total: '4.80' });
});

describe('bars of months', () => {
  it('have no gaps', () =>
    expect(evenMonths(months, 24).map(({ month, total }) => [month, total])).toEqual([
      ['2025-12', '0.10'],
      ['2026-01', '0'],
      ['2026-02', '-0.3'],
      ['2026-03', '5'],
    ]));
  it('are the latest where there are too many', () =>
    expect(evenMonths(months, 2).map(({ month }) => month)).toEqual(['2026-02', '2026-03']));
  it('are none without bills', () => expect(evenMonths([], 24)).toEqual([]));
});

describe('a refund', () => {
  it.each([
    ['-12.50', true],
    ['−١٢', true],
    [' - 5', true],
    ['12.50', false],
    ['', false],
  ])('%s: %s', (typed, refund) => expect(isRefund(typed)).toBe(refund));

  it('is made and unmade by its sign alone', () => {
    expect(asRefund('12.50', true)).toBe('-12.50');
    expect(asRefund('−12.50', true)).toBe('-12.50');
    expect(asRefund('-12.50', false)).toBe('12.50');
    expect(asRefund('', true)).toBe('-');
  });
});
