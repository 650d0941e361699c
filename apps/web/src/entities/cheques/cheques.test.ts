import { describe, expect, it } from 'vitest';
import { monthsLater } from '../../lib/dates.ts';
import { dueFilters, stateOf } from './cheque.ts';
import { calendarOf, dayBeside, totalOf, upcomingOf } from './months.ts';
import { nextSerial, suggestedSerial } from './serials.ts';

const due = (dueDate: string, value = '1', isCancelled = false) => ({ dueDate, value, isCancelled });

describe('the next serial', () => {
  it.each([
    ['001400', '001401'],
    ['9', '10'],
    ['A-0099', 'A-0100'],
    ['2026/7-09', '2026/7-10'],
    ['99999999999999999999', '100000000000000000000'],
  ])('%s → %s', (serial, next) => expect(nextSerial(serial)).toBe(next));

  it.each(['', 'A', '12b', 'شيك'])('%s has none', (serial) => expect(nextSerial(serial)).toBeUndefined());

  it('follows the cheque written last, wherever it stands', () => {
    const cheques = [
      { serial: '7', createdAt: '2026-01-01T00:00:00.000Z' },
      { serial: '3', createdAt: '2026-01-03T00:00:00.000Z' },
      { serial: '9', createdAt: '2026-01-02T00:00:00.000Z' },
    ];
    expect(suggestedSerial(cheques)).toBe('10');
    // Of another book, though written before.
    expect(suggestedSerial([...cheques, { serial: 'A-9', createdAt: '2025-01-01T00:00:00.000Z' }])).toBe(
      '10',
    );
    expect(suggestedSerial([...cheques, { serial: '0099', createdAt: '2026-01-04T00:00:00.000Z' }])).toBe(
      '0100',
    );
    // Written last, and of no book.
    expect(suggestedSerial([...cheques, { serial: '0099-A', createdAt: '2026-01-05T00:00:00.000Z' }])).toBe(
      '10',
    );
    expect(suggestedSerial([])).toBeUndefined();
  });
});

describe('the state of a cheque', () => {
  it.each([
    ['2026-11-20', 'overdue'],
    ['2026-11-21', 'soon'],
    ['2026-11-28', 'soon'],
    ['2026-11-29', 'due'],
  ])('due on %s: %s', (day, state) => expect(stateOf(due(day), '2026-11-21')).toBe(state));

  it('is cancelled whatever its date', () =>
    expect(stateOf(due('2020-01-01', '1', true), '2026-11-21')).toBe('cancelled'));

  it('agrees with the filters of the quick choices', () => {
    const { overdue, in7, in30 } = dueFilters('2026-11-21');
    expect(overdue).toMatchObject({ from: undefined, to: '2026-11-20', isCancelled: 'false' });
    expect([in7.from, in7.to, in30.to]).toEqual(['2026-11-21', '2026-11-28', '2026-12-21']);
  });
});

describe('the calendar of cheques', () => {
  const cheques = [
    due('2026-02-01', '5', true),
    due('2026-02-01', '0.1'),
    due('2026-02-01', '0.2'),
    due('2026-03-01', '7.50'),
  ];

  it('has whole weeks, begun on the day the person prefers', () => {
    const weeks = calendarOf('2026-02', 1, cheques);
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
    expect([weeks[0]?.[0]?.day, weeks.at(-1)?.at(-1)?.day]).toEqual(['2026-01-26', '2026-03-01']);
    expect(calendarOf('2026-02', 7, [])).toHaveLength(4);
  });

  it('sums each day exactly, without cancelled cheques, which stand last', () => {
    const day = calendarOf('2026-02', 7, cheques)[0]?.[0];
    expect(day).toMatchObject({ day: '2026-02-01', inMonth: true, count: 2, total: '0.3' });
    expect(day?.cheques.map(({ isCancelled }) => isCancelled)).toEqual([false, false, true]);
  });

  it('shows days of the next month without counting them in', () => {
    const last = calendarOf('2026-02', 1, cheques).at(-1)?.at(-1);
    expect(last).toMatchObject({ inMonth: false, count: 1, total: '7.50' });
  });

  it('is walked with arrow keys, the other way round from right to left', () => {
    expect(dayBeside('2026-02-28', 'ArrowRight', false)).toBe('2026-03-01');
    expect(dayBeside('2026-03-01', 'ArrowRight', true)).toBe('2026-02-28');
    expect(dayBeside('2026-02-08', 'ArrowUp', true)).toBe('2026-02-01');
    expect(dayBeside('2026-02-08', 'Enter', false)).toBeUndefined();
  });
});

it('what is still to come is summed by month from today on, in order', () => {
  const cheques = [due('2027-01-05', '2'), due('2026-12-01', '0.10'), due('2026-12-31', '0.25')];
  const past = [due('2026-11-30', '9'), due('2026-12-02', '9', true)];
  expect(upcomingOf([...cheques, ...past], '2026-12-01')).toEqual([
    { month: '2026-12', count: 2, total: '0.35' },
    { month: '2027-01', count: 1, total: '2' },
  ]);
  expect(totalOf([])).toEqual({ count: 0, total: '0' });
});

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-03-31', -1, '2026-02-28'],
])('%s and %i months is %s', (day, count, later) => expect(monthsLater(day, count)).toBe(later));
