import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { negate, sum, toUnits } from '../../lib/amounts.ts';
import { addDays } from '../../lib/dates.ts';
import type { Forecast } from './forecast.ts';
import { type Movable, paidOn, shortfallOf, together, withMoved } from './what-if.ts';

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
