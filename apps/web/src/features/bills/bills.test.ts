import { describe, expect, it } from 'vitest';
import { isRefund, openTotal, similarBills, toRefund } from '../../entities/bills/bill.ts';
import { evenMonths, quickRanges, totalIn } from './ranges.ts';

describe('a refund', () => {
  it.each([
    ['-12.50', true],
    ['−١٢', true],
    [' - 5', true],
    ['12.50', false],
    ['', false],
  ])('%s: %s', (typed, refund) => expect(isRefund(typed)).toBe(refund));

  it('is made and unmade by its sign alone', () => {
    expect(toRefund('12.50', true)).toBe('-12.50');
    expect(toRefund('−12.50', true)).toBe('-12.50');
    expect(toRefund('-12.50', false)).toBe('12.50');
    expect(toRefund('', true)).toBe('-');
  });
});

describe('a similar earlier bill', () => {
  const bills = ['Rent of the yard', 'Diesel', 'rent of the YARD', 'Loyer de l’été'].map(
    (description, n) => ({
      description,
      payee: String(n),
    }),
  );
  const found = (typed: string) => similarBills(typed, bills).map(({ payee }) => payee);

  it('is the latest of each description that contains what was typed', () => {
    expect(found('yard')).toEqual(['0']);
    expect(found(' ETE')).toEqual(['3']);
    expect(found('oil')).toEqual([]);
  });

  it('is looked for from three letters on', () => {
    expect(found('di ')).toEqual([]);
    expect(found('die')).toEqual(['1']);
  });
});

it('what is open counts a bill and the open cheque that pays it once', () => {
  const bills = [
    { value: '10.10', cheque: 'open' },
    { value: '20.20', cheque: 'bounced' },
    { value: '-0.05', cheque: null },
  ];
  expect(openTotal(bills, [{ _id: 'open', value: '12.00' }])).toBe('32.15');
  expect(openTotal([], [])).toBe('0');
});

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
