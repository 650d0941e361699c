import { expect, it } from 'vitest';
import { balancesByDay, isAbsence, otherPartsOf, periodOf, wholeMonthOf, wholeTime } from './pay.ts';

const totals = {
  earned: '300.00',
  payments: '100.00',
  openings: '0.00',
  bonuses: '0.00',
  deductions: '20.50',
  advances: '0.00',
  payouts: '0.00',
  paid: '100.00',
  balance: '129.50',
};
const line = (date: string, balance: string) => ({
  date,
  workedMinutes: 0,
  overtimeMinutes: 0,
  earned: '0.00',
  paid: '0.00',
  entries: [],
  entriesCount: 0,
  balance,
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
  expect(wholeTime('2026-11-23')).toEqual({ from: '1900-01-01', to: '2026-11-30' });
});

it('each day has the balance of the last line, before the first line that brought forward', () => {
  const lines = [line('2026-11-02', '50.00'), line('2026-11-04', '-10.00')];
  const days = balancesByDay({ from: '2026-11-01', to: '2026-11-05', opening: '7.00', lines });
  expect(days.map(({ balance }) => balance)).toEqual(['7.00', '50.00', '50.00', '-10.00', '-10.00']);
});

it('a very long period is drawn from where there is room, with the balance of that time', () => {
  const lines = [line('2000-01-01', '50.00'), line('2026-11-05', '60.00')];
  const days = balancesByDay({ from: '1900-01-01', to: '2026-11-05', opening: '0.00', lines });
  expect(days).toHaveLength(800);
  expect(days[0]?.balance).toBe('50.00');
  expect(days.at(-1)).toEqual({ date: '2026-11-05', balance: '60.00' });
});

it('of what a balance is made of, only that is named which there is', () => {
  expect(otherPartsOf(totals)).toEqual(['deductions']);
});

it('a line says whether it is of an absence; of an older settlement one with nothing but its day is', () => {
  const absent = line('2026-11-02', '50.00');
  expect(isAbsence({ ...absent, isAbsent: true, earned: '1.00', entriesCount: 1 })).toBe(true);
  expect(isAbsence({ ...absent, isAbsent: false })).toBe(false);
  expect(isAbsence(absent)).toBe(true);
  for (const more of [{ workedMinutes: 60 }, { earned: '1.00' }, { paid: '1.00' }, { entriesCount: 1 }])
    expect(isAbsence({ ...absent, ...more })).toBe(false);
});
