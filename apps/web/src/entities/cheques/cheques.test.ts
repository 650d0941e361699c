import type { ChequeStatus } from '@daybook/domain';
import { describe, expect, it } from 'vitest';
import { monthsLater } from '../../lib/dates.ts';
import {
  adjacentDay,
  calendarOf,
  choicesOf,
  dueFilters,
  isUnmarked,
  likelyEvents,
  nextSerial,
  nextWritten,
  parameterOf,
  stateOf,
  statusesOf,
  statusParameter,
  suggestedSerial,
  totalOf,
  upcomingOf,
  valueLeft,
} from './cheque.ts';

const due = (dueDate: string, value = '1', status: ChequeStatus = 'issued') => ({ dueDate, value, status });

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

  it.each(['cleared', 'stopped', 'cancelled'] as const)('is %s whatever its date', (status) =>
    expect(stateOf(due('2020-01-01', '1', status), '2026-11-21')).toBe(status),
  );

  it.each(['presented', 'bounced'] as const)('that is %s goes by its date', (status) =>
    expect(stateOf(due('2026-11-20', '1', status), '2026-11-21')).toBe('overdue'),
  );

  it('agrees with the filters of the quick choices', () => {
    const { overdue, in7, in30 } = dueFilters('2026-11-21');
    expect(overdue).toEqual({ from: undefined, to: '2026-11-20' });
    expect([in7.from, in7.to, in30.to]).toEqual(['2026-11-21', '2026-11-28', '2026-12-21']);
  });
});

describe('what probably comes next', () => {
  const today = '2026-11-21';

  it.each([
    ['2026-11-21', 'issued', ['clear', 'present']],
    ['2026-11-22', 'issued', []],
    ['2026-11-22', 'presented', ['clear']],
    ['2026-11-01', 'bounced', ['present', 'replace']],
    ['2026-11-01', 'stopped', []],
    ['2026-11-01', 'cleared', []],
  ] as const)('due on %s, %s: %j', (dueDate, status, events) =>
    expect(likelyEvents(due(dueDate, '1', status), today)).toEqual(events),
  );

  it('is asked of those that are past due without any event', () => {
    const cheque = { ...due('2026-11-20'), statusDate: null };
    expect(isUnmarked(cheque, today)).toBe(true);
    expect(isUnmarked({ ...cheque, statusDate: '2026-11-20' }, today)).toBe(false);
    expect(isUnmarked({ ...cheque, dueDate: today }, today)).toBe(false);
    expect(isUnmarked({ ...cheque, status: 'cancelled' }, today)).toBe(false);
  });
});

describe('the filter by status', () => {
  it.each([
    [undefined, ['open'], ['issued', 'presented', 'bounced']],
    ['all', [], undefined],
    ['stopped,open', ['stopped', 'open'], ['issued', 'presented', 'bounced', 'stopped']],
    ['cleared', ['cleared'], ['cleared']],
  ] as const)('%s in the address', (parameter, choices, statuses) => {
    expect(statusParameter.parse(parameter)).toBe(parameter);
    expect(choicesOf(parameter)).toEqual(choices);
    expect(statusesOf(parameter)).toEqual(statuses);
    expect(parameterOf(choices)).toBe(parameter);
  });

  it('is that of open cheques where it cannot be read', () =>
    expect(statusParameter.parse('cleared,overdue')).toBeUndefined());
});

describe('what replaces a cheque', () => {
  const first = { key: 0, serial: '0099', dueDate: '2026-01-31', value: '400' };

  it('leaves the exact difference', () => {
    expect(valueLeft('1200.50', [first, { value: 'so much' }, { value: '' }])).toBe('800.50');
    expect(valueLeft('300', [first])).toBe('-100');
  });

  it('goes on with the next serial, a month later, and what is left', () => {
    expect(nextWritten('1200.50', [first])).toEqual({
      key: 1,
      serial: '0100',
      dueDate: '2026-02-28',
      value: '800.50',
    });
    expect(nextWritten('400.00', [first]).value).toBe('');
    expect(nextWritten('300', [first]).value).toBe('');
    expect(nextWritten('5', []).dueDate).toBeUndefined();
  });
});

describe('the calendar of cheques', () => {
  const cheques = [
    due('2026-02-01', '5', 'cancelled'),
    due('2026-02-01', '6', 'cleared'),
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

  it('sums the open cheques of each day exactly; cancelled ones stand last', () => {
    const day = calendarOf('2026-02', 7, cheques)[0]?.[0];
    expect(day).toMatchObject({ day: '2026-02-01', inMonth: true, count: 2, total: '0.3' });
    expect(day?.cheques.map(({ status }) => status)).toEqual(['issued', 'issued', 'cleared', 'cancelled']);
  });

  it('shows days of the next month without counting them in', () => {
    const last = calendarOf('2026-02', 1, cheques).at(-1)?.at(-1);
    expect(last).toMatchObject({ inMonth: false, count: 1, total: '7.50' });
  });

  it('shows what falls due on a weekend on the next business day', () => {
    // The 27th is a Friday; the first day shown, a Sunday, has what fell due before it.
    const moved = [
      due('2026-02-27', '1'),
      due('2026-02-28', '2'),
      due('2026-03-01', '4'),
      due('2026-02-26', '8'),
    ];
    const [day] = calendarOf('2026-03', 7, moved, [5, 6])[0] ?? [];
    expect(day).toMatchObject({ day: '2026-03-01', count: 3, total: '7' });
    const before = calendarOf('2026-02', 7, moved, [5, 6]).flat();
    expect(before.filter(({ count }) => count > 0).map((one) => [one.day, one.total])).toEqual([
      ['2026-02-26', '8'],
    ]);
  });

  it('is walked with arrow keys, the other way round from right to left', () => {
    expect(adjacentDay('2026-02-28', 'ArrowRight', false)).toBe('2026-03-01');
    expect(adjacentDay('2026-03-01', 'ArrowRight', true)).toBe('2026-02-28');
    expect(adjacentDay('2026-02-08', 'ArrowUp', true)).toBe('2026-02-01');
    expect(adjacentDay('2026-02-08', 'Enter', false)).toBeUndefined();
  });
});

it('what is still to come is summed by month from today on, in order', () => {
  const cheques = [due('2027-01-05', '2'), due('2026-12-01', '0.10'), due('2026-12-31', '0.25')];
  const past = [due('2026-11-30', '9'), due('2026-12-02', '9', 'cleared')];
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
