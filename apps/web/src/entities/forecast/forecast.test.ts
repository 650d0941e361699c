import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { negate, sum, toUnits } from '../../lib/amounts.ts';
import { addDays } from '../../lib/dates.ts';
import { placesOf, weekendsOf } from '../../ui/charts/values.ts';
import { dueDatesOf, type Forecast, lowestOf, movementsOf, paidIn, receivedIn } from './forecast.ts';
import { type Movable, paidOn, shortfallOf, together, withMoved } from './what-if.ts';

const day = (date: string, out: string, balance: string) => ({
  ...{ date, out, in: '0', cheques: 0, bills: 0, balance },
});
const days = [
  day('2026-11-23', '0', '100.00'),
  day('2026-11-24', '150.10', '-50.10'),
  day('2026-11-25', '0', '-50.10'),
  day('2026-11-26', '0.10', '-50.20'),
];

it('what is paid is listed by day, and summed exactly', () => {
  expect(movementsOf(days).map(({ date }) => date)).toEqual(['2026-11-24', '2026-11-26']);
  expect(paidIn(days)).toBe('150.20');
});

it('what comes in is listed by day too, and summed exactly', () => {
  const received = { ...day('2026-11-27', '0', '-20.10'), in: '30.10', bills: 1 };
  expect(movementsOf([...days, received]).at(-1)).toBe(received);
  expect(receivedIn([...days, received, { ...received, in: '0.05' }])).toBe('30.15');
});

it('the lowest balance is that of the first day that has it', () => {
  expect(lowestOf(days)?.date).toBe('2026-11-26');
  expect(lowestOf(days.slice(0, 3))?.date).toBe('2026-11-24');
  expect(lowestOf([])).toBeUndefined();
});

it('a day pays for the weekend before it, the first one also for what is past due', () => {
  const [today, weekend] = ['2026-11-25', [5, 6]] as const;
  expect(dueDatesOf('2026-11-25', today, weekend)).toEqual({ from: undefined, to: '2026-11-25' });
  expect(dueDatesOf('2026-11-26', today, weekend)).toEqual({ from: '2026-11-26', to: '2026-11-26' });
  expect(dueDatesOf('2026-11-29', today, weekend)).toEqual({ from: '2026-11-27', to: '2026-11-29' });
  expect(dueDatesOf('2026-11-29', '2026-11-27', weekend)).toEqual({ from: undefined, to: '2026-11-29' });
  expect(dueDatesOf('2026-11-29', '2026-11-28', weekend)).toEqual({ from: undefined, to: '2026-11-29' });
});

it('the picture joins the days of a weekend, and names few of many days', () => {
  const weekends = [true, false, false, true, true].map((isWeekend) => ({ isWeekend }));
  expect(weekendsOf(weekends)).toEqual([
    { from: 0, to: 1 },
    { from: 3, to: 5 },
  ]);
  expect(placesOf(61, 8)).toEqual([0, 8, 16, 24, 32, 40, 48, 56]);
  expect(placesOf(3, 8)).toEqual([0, 1, 2]);
});

const from = '2026-11-23';
const length = 60;
const to = addDays(from, length);

/** What the service answers: every day, with what is paid on it. */
function forecastOf(
  opening: string,
  items: readonly (Movable & { readonly weeks?: number })[],
  weekend: readonly number[],
) {
  let balance = opening;
  const days = Array.from({ length: length + 1 }, (_, n) => {
    const date = addDays(from, n);
    const due = items.filter((item) => paidOn(item, from, weekend, item.weeks) === date);
    const [paid, received] = [false, true].map((isIn) =>
      due.filter(({ value }) => value.startsWith('-') === isIn).map(({ value }) => value),
    ) as [string[], string[]];
    const day = {
      date,
      out: sum(paid),
      in: sum(received.map(negate)),
      cheques: due.filter(({ kind }) => kind === 'cheques').length,
      bills: due.filter(({ kind }) => kind === 'bills').length,
    };
    balance = sum([balance, negate(day.out), day.in]);
    return { ...day, balance };
  });
  return { account: '1', from, to, opening, days, shortfall: shortfallOf(days) } satisfies Forecast;
}

/** Amounts as numbers: how many digits they have does not matter. */
const exact = ({ days, shortfall }: Pick<Forecast, 'days' | 'shortfall'>) => ({
  days: days.map((day) => ({
    ...day,
    out: toUnits(day.out),
    in: toUnits(day.in),
    balance: toUnits(day.balance),
  })),
  shortfall: shortfall && { ...shortfall, amount: toUnits(shortfall.amount) },
});

const cents = (min: number, max: number) => fc.integer({ min, max }).map((n) => (n / 100).toFixed(2));
const item = fc
  .record({
    kind: fc.constantFrom('cheques' as const, 'bills' as const),
    dueDate: fc.integer({ min: -10, max: length + 5 }).map((n) => addDays(from, n)),
    value: cents(-5000, 90_000),
    weeks: fc.integer({ min: 0, max: 3 }),
  })
  .map((one) => (one.kind === 'cheques' ? { ...one, value: one.value.replace('-', '') } : one));
const items = fc
  .array(item, { maxLength: 12 })
  .map((all) => all.map((one, n) => ({ ...one, id: String(n) })));
const weekends = fc.constantFrom([], [5, 6], [6, 7], [1, 2, 3, 4, 5, 6]);
const movesOf = (all: readonly { id: string; weeks: number }[]) =>
  new Map(all.map(({ id, weeks }) => [id, weeks]));

describe('a forecast with what was moved', () => {
  it('is the answer of the service while nothing is moved', () => {
    fc.assert(
      fc.property(items, weekends, (all, weekend) => {
        const real = forecastOf(
          '100.00',
          all.map((one) => ({ ...one, weeks: 0 })),
          weekend,
        );
        expect(withMoved(real, all, new Map(all.map(({ id }) => [id, 0])), weekend)).toBe(real);
      }),
    );
  });

  it('is that of the later days, and ends alike where all of it stays inside', () => {
    fc.assert(
      fc.property(items, weekends, cents(-5000, 90_000), (all, weekend, opening) => {
        const real = forecastOf(
          opening,
          all.map((one) => ({ ...one, weeks: 0 })),
          weekend,
        );
        const moved = withMoved(real, all, movesOf(all), weekend);
        // What falls due after the last day comes no earlier by being moved.
        expect(exact(moved)).toEqual(exact(forecastOf(opening, all, weekend)));
        if (all.every((one) => paidOn(one, from, weekend, one.weeks) <= to))
          expect(toUnits(moved.days.at(-1)?.balance ?? '')).toBe(toUnits(real.days.at(-1)?.balance ?? ''));
      }),
    );
  });

  it('moves what is past due from today on, and names the new first day below zero', () => {
    const rent: Movable = { id: 'rent', kind: 'bills', dueDate: '2026-11-01', value: '750' };
    const real = forecastOf('700.00', [rent], []);
    expect(real.shortfall).toEqual({ date: from, amount: '50.00' });
    const moved = withMoved(real, [rent], new Map([['rent', 2]]), []);
    expect(moved.shortfall).toEqual({ date: '2026-12-07', amount: '50.00' });
  });
});

it('accounts together have the sums of their days', () => {
  const one = forecastOf('10.00', [{ id: '1', kind: 'cheques', dueDate: from, value: '30' }], []);
  const other = forecastOf('5.5', [{ id: '2', kind: 'bills', dueDate: from, value: '-4' }], []);
  const all = together([one, other]);
  expect(all).toMatchObject({ opening: '15.50', shortfall: { date: from, amount: '10.50' } });
  expect(all.days[0]).toEqual({ date: from, out: '30', in: '4', cheques: 1, bills: 1, balance: '-10.50' });
});
