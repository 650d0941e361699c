import { describe, expect, it } from 'vitest';
import { isRefund, openTotal, similarBills, toRefund } from './bill.ts';

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
