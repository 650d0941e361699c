import { describe, expect, it } from 'vitest';
import { evenMonths, quickRanges, totalIn } from './ranges.ts';

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
    expect(evenMonths(months, 24, '2026-03-09').map(({ month, total }) => [month, total])).toEqual([
      ['2025-12', '0.10'],
      ['2026-01', '0'],
      ['2026-02', '-0.3'],
      ['2026-03', '5'],
    ]));
  it('are the latest where there are too many', () =>
    expect(evenMonths(months, 2, '2026-03-09').map(({ month }) => month)).toEqual(['2026-02', '2026-03']));
  it.each(['2206-01', '9999-12', '1906-01'])('are those around today, in spite of one of %s', (month) => {
    const typed = [...months, { month, count: 1, total: '1' }].sort((one, other) =>
      one.month < other.month ? -1 : 1,
    );
    expect(evenMonths(typed, 24, '2026-03-09')).toEqual(evenMonths(months, 24, '2026-03-09'));
  });
  it('are those there are, where all are far from today', () => {
    const far = [{ month: '2206-01', count: 1, total: '1' }];
    expect(evenMonths(far, 24, '2026-03-09')).toMatchObject([{ month: '2206-01' }]);
    expect(evenMonths(months, 24, '1950-03-09')).toHaveLength(4);
  });
  it('are none without bills', () => expect(evenMonths([], 24, '2026-03-09')).toEqual([]));
});
