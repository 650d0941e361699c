import { describe, expect, it } from 'vitest';
import { sum } from '../../lib/amounts.ts';
import { owed, totalsOf } from './pay/totals.ts';
import {
  type ChequeTexts,
  defaultForm,
  fieldNames,
  fitText,
  paperOf,
  placeBox,
  placeTexts,
} from './places.ts';

/** Each letter as wide as half its height. */
const measure = (text: string, size: number) => (text.length * size) / 2;

const contents: ChequeTexts = {
  date: '08/12/2026',
  payee: 'Harbour Glass',
  amount: '***1,200.50***',
  words: 'One thousand two hundred shekels and fifty agorot only',
};
const form = { width: 100, height: 60, fields: { words: { x: 10, y: 20, width: 60, size: 4 } } };

describe('words in lines', () => {
  it('go on in the second one', () =>
    expect(
      fitText(
        'one two three',
        [
          { width: 17, size: 4 },
          { width: 20, size: 4 },
        ],
        measure,
      ),
    ).toEqual({
      texts: ['one two', 'three'],
      scale: 1,
      isCut: false,
    }));

  it('leave the second one empty where the first has room', () =>
    expect(
      fitText(
        'one',
        [
          { width: 17, size: 4 },
          { width: 20, size: 4 },
        ],
        measure,
      ).texts,
    ).toEqual(['one', '']));

  it('skip a line that has no room for any', () =>
    expect(
      fitText(
        'seven',
        [
          { width: 2, size: 4 },
          { width: 20, size: 4 },
        ],
        measure,
      ).texts,
    ).toEqual(['', 'seven']));

  it('are set smaller before any is cut', () => {
    const { texts, scale, isCut } = fitText('one two three', [{ width: 20, size: 4 }], measure);
    expect([texts, isCut]).toEqual([['one two three'], false]);
    expect(scale).toBeLessThan(0.8);
    expect(measure('one two three', 4 * scale)).toBeLessThanOrEqual(20);
  });

  it('say where some have no room at all', () =>
    expect(fitText('one two three', [{ width: 5, size: 4 }], measure)).toMatchObject({
      texts: ['one two three'],
      isCut: true,
    }));
});

describe('texts on a form', () => {
  it('stand where it has places, and nowhere else', () => {
    expect(placeTexts({ ...form, fields: {} }, contents, measure)).toEqual([]);
    expect(placeTexts(form, contents, measure)).toMatchObject([{ name: 'words', x: 10, y: 20, width: 60 }]);
    const second = { wordsSecondLine: { x: 5, y: 30 } };
    expect(placeTexts({ ...form, fields: second }, contents, measure)).toEqual([]);
    const both = placeTexts({ ...form, fields: { ...form.fields, ...second } }, contents, measure);
    expect(both.map(({ name, size, text }) => [name, size, text])).toEqual([
      ['words', 4, 'One thousand two hundred'],
      ['wordsSecondLine', 4, 'shekels and fifty agorot only'],
    ]);
  });

  it('reach to the edge of the form where they have no width', () =>
    expect(placeBox(form, { x: 30, y: 5 })).toEqual({ x: 30, y: 5, width: 70, size: 4 }));

  it('of the usual form lie within it, one beside the other', () => {
    const boxes = fieldNames.flatMap((name) => {
      const place = defaultForm.fields[name];
      return place ? [placeBox(defaultForm, place)] : [];
    });
    expect(boxes).toHaveLength(fieldNames.length);
    for (const { x, y, width, size } of boxes) {
      expect(x + width).toBeLessThanOrEqual(defaultForm.width);
      expect(y + size).toBeLessThanOrEqual(defaultForm.height);
    }
    expect(placeTexts(defaultForm, contents, measure).every(({ isCut }) => !isCut)).toBe(true);
  });
});

it('the sheet is larger than the form by the margin', () => {
  expect(paperOf(form)).toEqual({ width: 100, height: 60, left: 0, top: 0 });
  expect(paperOf({ ...form, margin: { left: 20, top: 5 } })).toEqual({
    width: 120,
    height: 65,
    left: 20,
    top: 5,
  });
});

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
