import { expect, it } from 'vitest';
import { placesOf, weekendsOf } from '../../ui/charts/values.ts';
import { dueDatesOf, lowestOf, movementsOf, paidIn, receivedIn } from './forecast.ts';

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
