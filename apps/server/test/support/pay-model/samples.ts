import type { Inputs, Log, Rate } from './inputs.ts';

export const inputs = (more: Partial<Inputs> = {}): Inputs => ({
  digits: 2,
  deletedOn: null,
  logs: [],
  rates: [],
  entries: [],
  ...more,
});
export const rate = (more: Partial<Rate>): Rate => ({
  from: '2023-01-01',
  basis: 'hour',
  amount: '60',
  dayMinutes: 480,
  overtimeFactor: '1',
  monthDays: 26,
  ...more,
});
export const shift = (
  date: string,
  startingTime = '08:00',
  finishingTime = '16:00',
  more: Partial<Log> = {},
): Log => ({ date, startingTime, finishingTime, breakMinutes: 0, isAbsent: false, payment: '0', ...more });
export const absence = (date: string) => shift(date, '08:00', '16:00', { isAbsent: true });
