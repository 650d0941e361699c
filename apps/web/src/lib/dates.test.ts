import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  addDays,
  addMonths,
  daysBetween,
  lastMonthsEnd,
  learnTime,
  monthOf,
  monthRange,
  now,
  onTimeLearned,
  periodOf,
  today,
  weekdayOf,
  weeksOf,
  wholeMonthOf,
} from './dates.ts';

const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const months = days.map(monthOf);

describe('days', () => {
  it('go over the ends of months, years and leap Februaries', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2023-02-28', 1)).toBe('2023-03-01');
    expect(addDays('1900-02-28', 1)).toBe('1900-03-01');
    expect(addDays('2000-02-28', 1)).toBe('2000-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it('come back by as many as they went', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 300 }), (day, count) => {
        expect(addDays(addDays(day, count), -count)).toBe(day);
      }),
    );
  });

  it('know their weekday', () => {
    expect(['2024-01-01', '2026-11-21', '2026-11-22'].map(weekdayOf)).toEqual([1, 6, 7]);
    fc.assert(
      fc.property(days, (day) => {
        expect(weekdayOf(addDays(day, 1))).toBe((weekdayOf(day) % 7) + 1);
      }),
    );
  });

  it('are listed with both ends', () => {
    expect(daysBetween('2026-02-27', '2026-03-02')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
    expect(daysBetween('2026-02-02', '2026-02-01')).toEqual([]);
  });

  it('are today where the person is', () => {
    expect(today('Pacific/Kiritimati') > today('Pacific/Pago_Pago')).toBe(true);
    expect(today()).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

describe('months', () => {
  it('go over the ends of years', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(addMonths('2026-05', 24)).toBe('2028-05');
  });

  it('last from their first to their last day', () => {
    expect(monthRange('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(monthRange('9999-12')).toEqual({ from: '9999-12-01', to: '9999-12-31' });
    fc.assert(
      fc.property(months, (month) => {
        const { from, to } = monthRange(month);
        expect([monthOf(from), monthOf(to)]).toEqual([month, month]);
        expect(monthOf(addDays(to, 1))).toBe(addMonths(month, 1));
      }),
    );
  });

  it('are covered by whole weeks that begin as asked', () => {
    fc.assert(
      fc.property(months, fc.integer({ min: 1, max: 7 }), (month, first) => {
        const weeks = weeksOf(month, first);
        const all = weeks.flat();
        for (const week of weeks) {
          expect(week).toHaveLength(7);
          expect(weekdayOf(week[0] ?? '')).toBe(first);
        }
        const { from, to } = monthRange(month);
        expect(all.filter((day) => monthOf(day) === month)).toEqual(daysBetween(from, to));
        // No week without a day of the month.
        for (const week of weeks) expect(week.map(monthOf)).toContain(month);
      }),
    );
  });

  it('are drawn up to the last that can be asked for', () => {
    expect(weeksOf('9999-12', 1).at(-1)?.[4]).toBe('9999-12-31');
  });
});

describe('the end of the last month', () => {
  it.each([
    ['2026-11-23', '2026-10-31'],
    ['2026-01-01', '2025-12-31'],
    ['2024-03-31', '2024-02-29'],
  ])('on %s is %s', (day, end) => expect(lastMonthsEnd(day)).toBe(end));
});

const answered = (at: string) =>
  learnTime(new Response('', { headers: { date: new Date(at).toUTCString() } }));

it('today is the service’s, however wrong the device’s clock is', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-07T10:00:00Z') });
  const hear = vi.fn();
  const forget = onTimeLearned(hear);
  answered('2026-11-05T09:00:00Z');
  expect(today('UTC')).toBe('2026-11-05');
  expect(hear).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(now()).toEqual(new Date('2026-11-05T09:01:00Z'));

  // The way of an answer, and one without a date, change nothing.
  answered('2026-11-05T09:01:20Z');
  learnTime(new Response(''));
  expect(hear).toHaveBeenCalledTimes(1);

  // Somebody has set the clock.
  vi.setSystemTime(Date.parse('2026-11-05T09:02:00Z'));
  answered('2026-11-05T09:01:59Z');
  expect(now()).toEqual(new Date('2026-11-05T09:02:00Z'));
  expect(hear).toHaveBeenCalledTimes(2);
  forget();
  vi.useRealTimers();
});

it('without days the period is the present month, with one of them its month', () => {
  const today = '2026-11-23';
  expect(periodOf({}, today)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(periodOf({ from: '2026-02-10' }, today)).toEqual({ from: '2026-02-10', to: '2026-02-28' });
  expect(periodOf({ to: '2026-03-05' }, today)).toEqual({ from: '2026-03-01', to: '2026-03-05' });
  expect(periodOf({ from: '2025-01-05', to: '2026-03-05' }, today)).toEqual({
    from: '2025-01-05',
    to: '2026-03-05',
  });
});

it('a whole month is known as one', () => {
  expect(wholeMonthOf({ from: '2026-02-01', to: '2026-02-28' })).toBe('2026-02');
  expect(wholeMonthOf({ from: '2026-02-01', to: '2026-02-27' })).toBeUndefined();
  expect(wholeMonthOf({ from: '2026-02-01', to: '2026-03-31' })).toBeUndefined();
});
