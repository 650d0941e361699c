import { describe, expect, it } from 'vitest';
import { log } from '../../entities/logs/usual.ts';
import { attendanceOf, firstSteps, lastMonths, todayOf, trendOf } from './home.ts';

const absent = { isAbsent: true, startingTime: null, finishingTime: null, durationMinutes: 0 };
const ada = { worker: 'ada', workerName: 'Ada' };
const bo = { worker: 'bo', workerName: 'Bo' };

describe('attendance of a day', () => {
  it('has everybody in one list', () => {
    const cy = { worker: 'cy', workerName: 'Cy' };
    const logs = [log({ _id: '1' }), log({ _id: '2', ...absent }), log({ _id: '3', ...cy, ...absent })];
    const { present, absent: away, missing } = attendanceOf([ada, bo, cy], logs);
    expect([present, away, missing].map((people) => people.map(({ worker }) => worker))).toEqual([
      ['ada'],
      ['cy'],
      ['bo'],
    ]);
  });
  it('is of the service’s day; an earlier one, kept without a network, says nothing of today', () => {
    const known = { today: '2026-11-21', logs: [log({ _id: '1' })] };
    expect(todayOf(known, '2026-11-22', true)).toBe(known);
    expect(todayOf(known, '2026-11-21', false)).toBe(known);
    expect(todayOf(known, '2026-11-22', false)).toEqual({ today: '2026-11-22', logs: [] });
    expect(todayOf(undefined, '2026-11-22', true)).toEqual({ today: '2026-11-22' });
  });
  it('is shown for each day, also one without logs', () => {
    const known = { date: '2026-11-21', present: 1, absent: 0 };
    expect(trendOf([known], '2026-11-20', '2026-11-21')).toEqual([
      { date: '2026-11-20', present: 0, absent: 0 },
      known,
    ]);
  });
});

it('months without bills are 0', () => {
  expect(lastMonths('2026-01', 3, [{ month: '2025-12', total: '5.5' }])).toEqual([
    { month: '2025-11', total: '0' },
    { month: '2025-12', total: '5.5' },
    { month: '2026-01', total: '0' },
  ]);
});

it('a new business begins with its name and workers, then today, its account, a cheque and a bill', () => {
  const none = {
    business: false,
    account: false,
    rates: false,
    openings: false,
    reading: false,
    payees: false,
  };
  const empty = { workers: [], logs: [], attendance: [], cheques: { count: 0 }, bills: [] };
  const begun = firstSteps(empty, none);
  expect(Object.keys(begun)).toEqual([
    'business',
    'addWorkers',
    'rates',
    'openings',
    'recordToday',
    'account',
    'reading',
    'payees',
    'firstCheque',
    'firstBill',
  ]);
  expect(Object.values(begun)).not.toContain(true);
  expect(firstSteps(empty, { ...none, account: true })).toMatchObject({ account: true, rates: false });
  const days = Array.from({ length: 8 }, (_, n) => ({ date: `2026-11-0${n + 1}`, present: 1, absent: 0 }));
  expect(firstSteps({ ...empty, attendance: days.slice(0, 1) }, none)).toMatchObject({
    recordToday: true,
    firstCheque: false,
  });
  expect(firstSteps({ ...empty, cheques: { count: 1 } }, none).firstCheque).toBe(true);
  expect(firstSteps({ ...empty, bills: [{ month: '2026-11', count: 1, total: '1' }] }, none).firstBill).toBe(
    true,
  );
  // Who has gone on without them needs none.
  expect(firstSteps({ ...empty, attendance: days }, none)).toMatchObject({
    openings: true,
    firstCheque: true,
  });
});
