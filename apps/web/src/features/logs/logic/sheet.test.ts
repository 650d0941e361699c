import { describe, expect, it } from 'vitest';
import { log as ordinaryLog } from '../../../entities/logs/usual.ts';
import type { Log } from '../../../entities/logs/values.ts';
import {
  buildSheet,
  type Edit,
  editRow,
  fillRows,
  isEmpty,
  logValuesOf,
  newRow,
  type SheetRow,
} from './sheet.ts';

const log = (_id: string, values: Partial<Log> = {}) => ordinaryLog({ _id, ...values });
const ada = { worker: 'ada', workerName: 'Ada' };
const bo = { worker: 'bo', workerName: 'Bo' };
const only = (rows: readonly SheetRow[]) => rows[0] as SheetRow;
const none = new Map<string, Edit>();

describe('the rows of a sheet', () => {
  it('are one for each worker and one for each further log', () => {
    const rows = buildSheet([ada, bo], [log('2'), log('1')], none);
    expect(rows.map(({ id, key, shift }) => [id, key, shift])).toEqual([
      ['1', 'ada 0', 1],
      ['2', 'ada 1', 2],
      ['new bo', 'bo 0', 1],
    ]);
    expect(rows.filter(isEmpty).map(({ id }) => id)).toEqual(['new bo']);
  });
  it('keep what was typed for a new log beside one that somebody else recorded meanwhile', () => {
    const edits = new Map([[newRow('ada'), { changes: { status: 'absent' } as const }]]);
    const rows = buildSheet([ada], [log('1')], edits);
    expect(rows.map(({ id, isChanged }) => [id, isChanged])).toEqual([
      ['new ada', true],
      ['1', false],
    ]);
  });
  it('keep what was recorded when the typing began, whatever is recorded meanwhile', () => {
    const edit = editRow(only(buildSheet([ada], [log('1')], none)), { payment: '12' });
    const edits = new Map([['1', edit as Edit]]);
    const [row] = buildSheet([ada], [log('1', { version: 2, payment: '11' })], edits);
    expect(editRow(row as SheetRow, { payment: '13' })).toMatchObject({
      changes: { payment: '13' },
      base: { version: 1, values: { payment: '10' } },
    });
  });
  it('keep what was typed over a log that somebody else has deleted, beside what is recorded anew', () => {
    const rows = buildSheet([ada], [log('1'), log('2')], none);
    const edits = new Map([['2', editRow(rows[1] as SheetRow, { payment: '12' }) as Edit]]);
    const after = buildSheet([ada], [log('1'), log('3')], edits);
    expect(after.map(({ id, isDeleted, isChanged }) => [id, isDeleted, isChanged])).toEqual([
      ['1', false, false],
      ['2', true, true],
      ['3', false, false],
    ]);
    expect(after[1]?.values).toMatchObject({ status: 'present', startingTime: '08:00', payment: '12' });
    const saved = new Map([['2', { ...(edits.get('2') as Edit), savedAs: '3' }]]);
    expect(buildSheet([ada], [log('1'), log('3')], saved).map(({ id }) => id)).toEqual(['1', '3']);
  });
  it('know a further shift from a first log that somebody else was faster with', () => {
    const typed = (edit: Edit) =>
      editRow(buildSheet([ada], [log('1')], new Map([[newRow('ada'), edit]]))[1] as SheetRow, {
        payment: '5',
      });
    expect(typed({ changes: {}, isShift: true })?.isShift).toBe(true);
    expect(typed({ changes: { status: 'present' } })?.isShift).toBe(false);
  });
  it('show a saved log once, in the place of what was typed for it', () => {
    const edits = new Map([[newRow('ada'), { changes: { status: 'present' } as const, savedAs: '1' }]]);
    const before = buildSheet([ada], [], edits);
    const after = buildSheet([ada], [log('1')], edits);
    expect(before.map(({ key, isChanged }) => [key, isChanged])).toEqual([['ada 0', false]]);
    expect(after.map(({ key, id }) => [key, id])).toEqual([['ada 0', '1']]);
  });
});

describe('typing', () => {
  const empty = only(buildSheet([ada], [], none));
  const recorded = only(buildSheet([ada], [log('1')], none));
  const usual = { startingTime: '07:00', finishingTime: '15:00', breakMinutes: '30' };
  it('presence brings the usual times, or the ordinary ones', () => {
    expect(editRow(empty, { status: 'present' }, usual)?.changes).toEqual({ status: 'present', ...usual });
    expect(editRow(empty, { status: 'present' })?.changes).toMatchObject({ startingTime: '08:00' });
  });
  it('presence brings no break in the place of one that was typed', () => {
    const typed = only(
      buildSheet([ada], [], new Map([[newRow('ada'), editRow(empty, { breakMinutes: '15' }) as Edit]])),
    );
    expect(editRow(typed, { status: 'present' }, usual)?.changes).toEqual({
      status: 'present',
      ...usual,
      breakMinutes: '15',
    });
  });
  it('a time, a break, an amount or a note means presence', () => {
    expect(editRow(empty, { startingTime: '9' }, usual)?.changes).toEqual({
      status: 'present',
      startingTime: '9',
    });
    expect(editRow(empty, { payment: '5' })?.changes.status).toBe('present');
    expect(editRow(empty, { breakMinutes: '5' }, usual)?.changes).toEqual({
      status: 'present',
      breakMinutes: '5',
    });
  });
  it('nothing is left where all is as it was', () => {
    expect(editRow(empty, { status: '' })).toBeUndefined();
    expect(editRow(recorded, { payment: '10' })).toBeUndefined();
    expect(editRow(recorded, { payment: '12' })?.changes).toEqual({ payment: '12' });
    const rested = only(buildSheet([ada], [log('1', { breakMinutes: 30 })], none));
    expect(editRow(rested, { breakMinutes: '30' })).toBeUndefined();
    expect(editRow(rested, { breakMinutes: '' })?.changes).toEqual({ breakMinutes: '' });
  });
  it('absence keeps the times that are known', () => {
    expect(editRow(recorded, { status: 'absent' })?.changes).toEqual({ status: 'absent' });
  });
  it('is read as on leaving the field', () => {
    const values = {
      status: 'present',
      startingTime: '830',
      finishingTime: '١٦',
      breakMinutes: '1:15',
      payment: '1250.5',
      extraNotes: '',
    } as const;
    expect(logValuesOf(values)).toEqual({
      isAbsent: false,
      startingTime: '08:30',
      finishingTime: '16:00',
      breakMinutes: '75',
      payment: '1250.5',
      extraNotes: '',
    });
  });
});

it('filling touches only those of whom nothing is said', () => {
  const edits = new Map([[newRow('bo'), { changes: { status: 'absent' } as const }]]);
  const cy = { worker: 'cy', workerName: 'Cy' };
  const usual = { startingTime: '09:00', finishingTime: '17:00', breakMinutes: '45' };
  const rows = buildSheet([ada, bo, cy], [log('1')], edits);
  const next = fillRows(rows, edits, () => usual);
  expect([...next.keys()]).toEqual([newRow('bo'), newRow('cy')]);
  expect(next.get(newRow('cy'))?.changes).toEqual({
    status: 'present',
    ...usual,
  });
});
