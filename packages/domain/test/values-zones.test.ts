import fc from 'fast-check';
import { expect, it, test, vi } from 'vitest';
import { isTimeZone, startOfDay, today } from '../src/values/zones.ts';

const begins = (day: string, zone: string) => new Date(startOfDay(day, zone) * 1000).toISOString();

test.each([
  ['an ordinary day', '2024-01-10', 'Asia/Jerusalem', '2024-01-09T22:00:00.000Z'],
  ['UTC', '2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z'],
  ['a day of 23 hours', '2024-03-31', 'Europe/Berlin', '2024-03-30T23:00:00.000Z'],
  ['the day after it', '2024-04-01', 'Europe/Berlin', '2024-03-31T22:00:00.000Z'],
  ['a day without a midnight', '2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
  ['a day with two', '2022-11-06', 'America/Havana', '2022-11-06T04:00:00.000Z'],
  ['the day after one that was left out', '2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['half an hour', '2024-01-01', 'Asia/Kathmandu', '2023-12-31T18:15:00.000Z'],
  ['a name of the sea', '2024-01-01', 'Etc/GMT+8', '2024-01-01T08:00:00.000Z'],
  ['the first', '1900-01-01', 'UTC', '1900-01-01T00:00:00.000Z'],
])('%s', (_, day, zone, instant) => expect(begins(day, zone)).toBe(instant));

it('can be the day after the last that can be written', () => {
  expect(startOfDay('9999-12-31', 'UTC', 1)).toBe(Date.UTC(10_000, 0, 1) / 1000);
});

it('begins one day where another ends, with the clock of the place', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const days = fc.date({ min: new Date('1970-01-02'), max: new Date('2050-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(zones, days, (zone, date) => {
      const day = date.toISOString().slice(0, 10);
      const instant = startOfDay(day, zone) * 1000;
      const local = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
      expect(local.format(instant - 1) < day).toBe(true);
      expect(local.format(instant) >= day).toBe(true);
      expect(startOfDay(day, zone, 1) * 1000).toBeGreaterThanOrEqual(instant);
    }),
  );
});

it('has a today in each zone, however many are asked for', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2024, 1, 29, 23, 30) });
  const days = zones.map((timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date()));
  expect(new Set(days)).toEqual(new Set(['2024-02-29', '2024-03-01']));
  for (let round = 0; round < 2; round += 1) expect(zones.map(today)).toEqual(days);
  vi.setSystemTime(Date.UTC(2024, 2, 2, 12));
  expect(today('UTC')).toBe('2024-03-02');
  vi.useRealTimers();
});

it('is no zone: offsets, abbreviations, whatever is long', () => {
  for (const name of [
    '',
    '+14:00',
    'MIT',
    'VST',
    'SystemV/AST4',
    'US/Pacific-New',
    'Etc/Unknown',
    `Asia/${'a'.repeat(1e6)}`,
  ])
    expect(isTimeZone(name), name.slice(0, 20)).toBe(false);
  for (const name of ['UTC', 'utc', 'GMT', 'Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev', 'Europe/Kyiv'])
    expect(isTimeZone(name), name).toBe(true);
});
