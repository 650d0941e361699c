import { describe, expect, it } from 'vitest';
import { LogDraft } from '../../entities/logs/draft.ts';
import { log, peopleOf, timesOf, usualTimes } from '../../entities/logs/usual.ts';
import {
  bodyOf,
  type LogValues,
  logChanges,
  touchedBy,
  valuesOf,
  withValues,
} from '../../entities/logs/values.ts';
import { settleWithLimit } from '../../lib/concurrency.ts';
import { addressOf, buildGrid, movePosition, quickRange, rangeOf } from './logic/grid.ts';

const absent = {
  isAbsent: true,
  startingTime: null,
  finishingTime: null,
  durationMinutes: 0,
  workedMinutes: 0,
};
const ada = { worker: 'ada', workerName: 'Ada' };
const bo = { worker: 'bo', workerName: 'Bo' };

describe('the days of a filter', () => {
  const today = '2026-03-05';
  it('are the present month where none are named', () => {
    expect(rangeOf({}, today)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  });
  it('may be open at either end, or at both', () => {
    expect(rangeOf({ from: '2026-02-10' }, today)).toEqual({ from: '2026-02-10', to: undefined });
    expect(rangeOf({ range: 'all' }, today)).toEqual({ from: undefined, to: undefined });
  });
  it.each(['thisMonth', 'lastMonth', 'last7Days', 'allTime'] as const)(
    '%s goes into the address and back',
    (name) => {
      const days = quickRange(name, today);
      const back = rangeOf(addressOf(days, today), today);
      expect({ from: back.from, to: back.to }).toEqual({ from: days.from, to: days.to });
    },
  );
  it('count today as one of seven', () => {
    expect(quickRange('last7Days', today)).toEqual({ from: '2026-02-27', to: '2026-03-05' });
    expect(quickRange('lastMonth', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  });
});

describe('what is sent of a log', () => {
  const empty = {
    startingTime: '',
    finishingTime: '',
    breakMinutes: '',
    payment: '',
    isAbsent: false,
    extraNotes: '',
  };
  it('asks both times of somebody present, and none of somebody absent', () => {
    const place = { date: '2026-11-21', worker: '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e' };
    const judged = LogDraft.safeParse({ ...place, ...empty });
    expect(judged.error?.issues.map(({ path }) => path[0])).toEqual(['startingTime', 'finishingTime']);
    expect(LogDraft.safeParse({ ...place, ...empty, isAbsent: true }).success).toBe(true);
    expect(LogDraft.safeParse({ ...place, ...empty, isAbsent: true, startingTime: 'x' }).success).toBe(true);
  });
  it('has a break that can be read, and no longer than the shift', () => {
    const place = { date: '2026-11-21', worker: '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e' };
    const shift = { ...place, ...empty, startingTime: '22:00', finishingTime: '02:30' };
    const judged = (breakMinutes: string) => LogDraft.safeParse({ ...shift, breakMinutes });
    expect(judged('').data?.breakMinutes).toBe(0);
    expect(judged('٣٠').data?.breakMinutes).toBe(30);
    expect(judged('4:30').data?.breakMinutes).toBe(270);
    for (const typed of ['271', 'x', '-1', '0.5'])
      expect(judged(typed).error?.issues.map(({ path }) => path[0])).toEqual(['breakMinutes']);
    expect(LogDraft.safeParse({ ...shift, isAbsent: true, breakMinutes: 'x' }).success).toBe(true);
  });
  it('of an absence leaves the break as it is', () => {
    const before = valuesOf(log({ breakMinutes: 30 }));
    expect(before.breakMinutes).toBe('30');
    expect(logChanges(before, { ...before, isAbsent: true, breakMinutes: '' })).toEqual({ isAbsent: true });
    expect(logChanges(before, { ...before, breakMinutes: '' })).toEqual({ breakMinutes: 0 });
    expect(touchedBy({ breakMinutes: '5' })).toEqual(['isAbsent']);
    expect(touchedBy({ payment: '5' })).toEqual([]);
  });
  it('of a device that kept it from before there were breaks says nothing of one', () => {
    const { breakMinutes: _, ...kept } = valuesOf(log({}));
    expect(bodyOf(kept)).not.toHaveProperty('breakMinutes');
    expect(withValues(log({}), kept as LogValues)).toMatchObject({ breakMinutes: 0, workedMinutes: 480 });
  });
  it('is only what changed', () => {
    const before = valuesOf(log({}));
    expect(logChanges(before, { ...before, finishingTime: '17:00' })).toEqual({ finishingTime: '17:00' });
    expect(logChanges(before, { ...before, isAbsent: true, startingTime: '' })).toEqual({ isAbsent: true });
    expect(logChanges(before, before)).toEqual({});
    expect(bodyOf({ payment: '' })).toEqual({ payment: '0' });
  });
  it('puts back what was there', () => {
    const before = log({});
    const after = { ...valuesOf(before), isAbsent: true, payment: '0' };
    expect(logChanges(after, valuesOf(before))).toEqual({ isAbsent: false, payment: '10' });
    const away = log(absent);
    const back = { ...valuesOf(away), isAbsent: false, startingTime: '08:00', finishingTime: '16:00' };
    expect(logChanges(back, valuesOf(away))).toEqual({ isAbsent: true });
  });
  it('is shown before the service answers, over midnight too', () => {
    const night = withValues(log({}), {
      ...valuesOf(log({})),
      startingTime: '22:00',
      finishingTime: '06:30',
      breakMinutes: '30',
    });
    expect(night).toMatchObject({ crossesMidnight: true, durationMinutes: 510, workedMinutes: 480 });
    const rested = log({ breakMinutes: 45, workedMinutes: 435 });
    const away = withValues(rested, { ...valuesOf(rested), isAbsent: true });
    expect(away).toMatchObject({ durationMinutes: 0, crossesMidnight: false, startingTime: '08:00' });
    expect(away).toMatchObject({ breakMinutes: 45, workedMinutes: 0 });
  });
});

describe('usual times', () => {
  it('are those of the last day of presence', () => {
    const times = usualTimes([
      log({ _id: '1', date: '2026-11-18', startingTime: '07:00' }),
      log({ _id: '2', date: '2026-11-20', ...absent }),
      log({ _id: '3', date: '2026-11-19', startingTime: '09:00' }),
      log({ _id: '4', date: '2026-11-19', startingTime: '10:00', breakMinutes: 20 }),
    ]);
    expect(times.get('ada')).toEqual({ startingTime: '10:00', finishingTime: '16:00', breakMinutes: '20' });
    expect(times.has('bo')).toBe(false);
    const said = { startingTime: '10:00', finishingTime: '16:00', breakMinutes: 20 };
    expect(timesOf([{ worker: 'ada', ...said }])).toEqual(times);
    expect(timesOf([{ worker: 'bo', ...said, startingTime: null }]).size).toBe(0);
  });
});

describe('the grid of a month', () => {
  const days = ['2026-11-20', '2026-11-21'];
  const logs = [
    log({ _id: '1', payment: '10.50' }),
    log({
      _id: '2',
      startingTime: '06:00',
      finishingTime: '07:30',
      durationMinutes: 90,
      breakMinutes: 30,
      workedMinutes: 60,
      payment: '0.25',
    }),
    log({ _id: '3', date: '2026-11-20', ...absent, payment: '0' }),
    log({ _id: '4', worker: 'cy', workerName: 'Cy' }),
  ];
  const grid = buildGrid([ada, bo], days, logs);
  it('has a row for each worker, and for whoever else has a log', () => {
    expect(grid.rows.map(({ workerName }) => workerName)).toEqual(['Ada', 'Bo', 'Cy']);
    expect(peopleOf([], logs)).toHaveLength(2);
  });
  it('tells the states of a day apart', () => {
    expect(grid.rows.map(({ cells }) => cells.map(({ status }) => status))).toEqual([
      ['absent', 'mixed'],
      ['empty', 'empty'],
      ['empty', 'present'],
    ]);
    expect(grid.rows[0]?.cells[1]?.logs.map(({ _id }) => _id)).toEqual(['2', '1']);
  });
  it('adds exactly, and counts a day of two shifts once', () => {
    expect(grid.rows[0]?.totals).toEqual({
      workedMinutes: 540,
      daysWorked: 1,
      absences: 1,
      payments: '10.75',
    });
    expect(grid.days).toMatchObject([
      { day: '2026-11-20', present: 0, absent: 1, workedMinutes: 0 },
      { day: '2026-11-21', present: 2, absent: 0, workedMinutes: 1020 },
    ]);
    expect(grid.totals).toEqual({ workedMinutes: 1020, daysWorked: 2, absences: 1, payments: '20.75' });
  });
});

describe('keys in the grid', () => {
  const size = { rows: 3, columns: 31 };
  const go = (key: string, isRtl = false, ctrlKey = false) =>
    movePosition({ row: 1, column: 5 }, { key, ctrlKey }, size, isRtl);
  it('move by one, in the direction that is seen', () => {
    expect(go('ArrowRight')).toEqual({ row: 1, column: 6 });
    expect(go('ArrowRight', true)).toEqual({ row: 1, column: 4 });
    expect(go('ArrowLeft', true)).toEqual({ row: 1, column: 6 });
    expect(go('ArrowUp')).toEqual({ row: 0, column: 5 });
  });
  it('stop at the edges and jump to the ends', () => {
    expect(movePosition({ row: 2, column: 30 }, { key: 'ArrowDown', ctrlKey: false }, size, false)).toEqual({
      row: 2,
      column: 30,
    });
    expect(go('Home')).toEqual({ row: 1, column: 0 });
    expect(go('End', false, true)).toEqual({ row: 2, column: 30 });
    expect(go('a')).toBeUndefined();
  });
});

it('works go on at most so many at once, each to its own end', async () => {
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 20 }, (_, index) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    if (index === 3) throw new Error('three');
    return index;
  });
  const results = await settleWithLimit(works);
  expect(most).toBe(6);
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual(works.map((_, index) => index !== 3));
  expect(results[19]).toEqual({ status: 'fulfilled', value: 19 });
});
