import { expect, it } from 'vitest';
import type { Rate } from '../../../entities/pay/pay.ts';
import { linesOf, outcomeOf, type TypedRate } from './lines.ts';

const rate = (worker: string, from: string, basis: Rate['basis'], amount: string) =>
  ({ _id: `${worker} ${from}`, worker, from, basis, amount }) as Rate;
const ada = { _id: 'ada', name: 'Ada' };
const omar = { _id: 'omar', name: 'Omar' };

it('a line has the rate of the day and the day of the next one', () => {
  const rates = [
    rate('ada', '2026-03-01', 'hour', '50'),
    rate('ada', '2026-01-01', 'hour', '40'),
    rate('ada', '2026-04-01', 'hour', '60'),
  ];
  const [first, second] = linesOf([ada, omar], rates, '2026-02-01');
  expect([first?.rate?.amount, first?.next]).toEqual(['40', '2026-03-01']);
  expect([second?.rate, second?.next]).toEqual([undefined, undefined]);
  expect(linesOf([ada], rates, '2026-03-01')[0]?.rate?.amount).toBe('50');
});

const hourly = { ...ada, rate: rate('ada', '2026-01-01', 'hour', '40.00'), next: undefined };
const unpaid = { ...ada, rate: rate('ada', '2026-01-01', 'none', '0'), next: undefined };
const without = { ...ada, rate: undefined, next: undefined };

it.each<[typeof hourly | typeof without, TypedRate, string, string | undefined]>([
  [hourly, {}, 'empty', undefined],
  [hourly, { amount: '' }, 'empty', undefined],
  [hourly, { amount: '40' }, 'unchanged', undefined],
  [hourly, { amount: '45.50' }, 'new', 'hour 45.50'],
  [hourly, { basis: 'day', amount: '40' }, 'new', 'day 40'],
  [hourly, { basis: 'none' }, 'new', 'none 0'],
  [unpaid, {}, 'empty', undefined],
  [without, { amount: '40' }, 'new', 'hour 40'],
])('%j with %j is %s', (line, typed, expected, made) => {
  const outcome = outcomeOf(line, typed, 2);
  expect(outcome.is).toBe(expected);
  if (outcome.is === 'new') expect(`${outcome.basis} ${outcome.amount}`).toBe(made);
});

it.each<[TypedRate, string]>([
  [{ basis: 'month' }, 'amount_required'],
  [{ amount: '-1' }, 'negative_amount'],
  [{ amount: 'forty' }, 'invalid_amount'],
  [{ amount: '40.123' }, 'too_many_digits'],
])('%j is refused: %s', (typed, code) => {
  const outcome = outcomeOf(hourly, typed, 2);
  expect(outcome.is === 'faulty' && outcome.issues.map((issue) => issue.code)).toEqual([code]);
});
