import { expect, it } from 'vitest';
import { businessDay, firstPaidOn, isWeekend } from './business.ts';

const fridayAndSaturday = [5, 6];

it('what falls on a weekend is paid on the next business day', () => {
  // The 27th and 28th are a Friday and a Saturday.
  expect(
    ['2026-11-26', '2026-11-27', '2026-11-28'].map((day) => businessDay(day, fridayAndSaturday)),
  ).toEqual(['2026-11-26', '2026-11-29', '2026-11-29']);
  expect(businessDay('2026-12-31', [4, 5])).toBe('2027-01-02');
  expect(businessDay('2026-11-27', [])).toBe('2026-11-27');
});

it('one business day a week is enough', () => {
  const allButMonday = [2, 3, 4, 5, 6, 7];
  expect(businessDay('2026-11-24', allButMonday)).toBe('2026-11-30');
  expect(firstPaidOn('2026-11-30', allButMonday)).toBe('2026-11-24');
});

it('a business day pays for the weekend before it', () => {
  expect(firstPaidOn('2026-11-29', fridayAndSaturday)).toBe('2026-11-27');
  expect(firstPaidOn('2026-11-30', fridayAndSaturday)).toBe('2026-11-30');
  expect(firstPaidOn('2026-11-28', fridayAndSaturday)).toBe('2026-11-28');
  expect(isWeekend('2026-11-28', fridayAndSaturday)).toBe(true);
});
