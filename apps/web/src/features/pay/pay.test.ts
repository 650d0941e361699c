import { describe, expect, it } from 'vitest';
import type { Rate } from '../../entities/pay/pay.ts';
import { linesOf, outcomeOf, type TypedRate } from './rates/lines.ts';
import { balanceAfter, type Draft, isEmpty, payoutSchema, payoutToSend } from './settle/payout.ts';
import { totalsOf } from './totals.ts';
import { pathOf, rateHistoriesOf, rateOn } from './worker/rates.ts';

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

const rateFrom = (from: string, basis: Rate['basis'], amount: string) =>
  ({ _id: from, from, basis, amount }) as Rate;
const today = '2026-04-11';

it('rates of one basis are steps of one line, the highest at the top', () => {
  // 100 days until today.
  const [track, ...others] = rateHistoriesOf(
    [rateFrom('2026-02-20', 'hour', '50'), rateFrom('2026-01-01', 'hour', '25')],
    today,
  );
  expect(others).toEqual([]);
  expect(track?.basis).toBe('hour');
  expect(track?.steps).toEqual([
    { from: 0, to: 0.5, height: 0.5 },
    { from: 0.5, to: 1, height: 1 },
  ]);
  expect(pathOf(track?.steps ?? [])).toBe('M0 50L50 50L50 0L100 0');
});

it('each basis has a line of its own, with gaps where another holds', () => {
  const rates = [
    rateFrom('2026-01-01', 'hour', '40'),
    rateFrom('2026-01-21', 'month', '3000'),
    rateFrom('2026-02-10', 'none', '0'),
    rateFrom('2026-03-02', 'hour', '20'),
  ];
  const tracks = rateHistoriesOf(rates, today);
  expect(tracks.map(({ basis, rates: own }) => [basis, own.length])).toEqual([
    ['hour', 2],
    ['month', 1],
  ]);
  expect(pathOf(tracks[0]?.steps ?? [])).toBe('M0 0L20 0M60 50L100 50');
  expect(pathOf(tracks[1]?.steps ?? [])).toBe('M20 0L40 0');
});

it('a rate that has only just begun, or is still to begin, has room too', () => {
  const [track] = rateHistoriesOf(
    [rateFrom('2026-04-01', 'day', '100'), rateFrom('2026-05-01', 'day', '0')],
    today,
  );
  expect(track?.steps).toEqual([
    { from: 0, to: 0.5, height: 1 },
    { from: 0.5, to: 1, height: 0 },
  ]);
  expect(rateHistoriesOf([], today)).toEqual([]);
});

it('a rate holds until the next one’s first day', () => {
  const rates = [rateFrom('2026-02-20', 'hour', '50'), rateFrom('2026-01-01', 'hour', '25')];
  expect(['2025-12-31', '2026-02-19', '2026-02-20'].map((day) => rateOn(rates, day)?.amount)).toEqual([
    undefined,
    '25',
    '50',
  ]);
});
