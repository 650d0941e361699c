import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { log } from '../../../entities/logs/usual.ts';
import { areaOf, buildGrid, clipArea, placesIn, selectionAmong } from './grid.ts';
import { fillCells, pasteCells, planCell, stepsFor } from './plan.ts';
import { contentOf, parseTsv, readCell, toTsv, writeCell } from './typed-cell.ts';

const unknownId = '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e';
const words = { present: 'Present', absent: 'Absent' };
const usual = { startingTime: '07:00', finishingTime: '15:00', breakMinutes: '30' };
const read = (typed: string) => readCell(typed, words, usual);
const times = (startingTime: string, finishingTime: string) => ({ startingTime, finishingTime });
const withBreak = (startingTime: string, finishingTime: string, breakMinutes: string) => ({
  startingTime,
  finishingTime,
  breakMinutes,
});
const shifts = (...all: ReturnType<typeof times>[]) => ({ kind: 'shifts', shifts: all });

describe('what is typed over a cell', () => {
  it.each([
    ['8-16', [times('08:00', '16:00')]],
    ['8:30–17', [times('08:30', '17:00')]],
    ['830 - 1700', [times('08:30', '17:00')]],
    ['٨-١٦', [times('08:00', '16:00')]],
    ['8-12 13-17', [times('08:00', '12:00'), times('13:00', '17:00')]],
    ['8-12, 13-17', [times('08:00', '12:00'), times('13:00', '17:00')]],
    ['8-12، 13-17', [times('08:00', '12:00'), times('13:00', '17:00')]],
    ['22-6', [times('22:00', '06:00')]],
    ['8-16/30', [withBreak('08:00', '16:00', '30')]],
    ['8-16 / ٣٠', [withBreak('08:00', '16:00', '30')]],
    ['8-12/15 13-17', [withBreak('08:00', '12:00', '15'), times('13:00', '17:00')]],
    ['8-16/1:15', [withBreak('08:00', '16:00', '75')]],
    ['8-16/0', [withBreak('08:00', '16:00', '')]],
    ['p', [usual]],
  ])('%s', (typed, expected) => expect(read(typed)).toEqual(shifts(...expected)));

  it('may be a word or its first letter, unless both begin with it', () => {
    for (const typed of ['a', 'A', 'absent', 'ABSENT']) expect(read(typed)).toEqual({ kind: 'absent' });
    const arabic = { present: 'حاضر', absent: 'غائب' };
    for (const typed of ['غ', 'غائب', 'a']) expect(readCell(typed, arabic)).toEqual({ kind: 'absent' });
    expect(readCell('ح', arabic)).toEqual(shifts(withBreak('08:00', '16:00', '')));
    const hebrew = { present: 'נוכח', absent: 'נעדר' };
    expect(readCell('נ', hebrew)).toBeUndefined();
    expect(readCell('נעדר', hebrew)).toEqual({ kind: 'absent' });
  });

  it('is nothing, or cannot be read', () => {
    expect(read('  ')).toEqual({ kind: 'empty' });
    for (const typed of ['8', '8-', '8-25', '8-16-17', 'x', '8-12 x', '8-16/', '8-16/x', '8-16/5/5'])
      expect(read(typed)).toBeUndefined();
  });

  it('can be written and read again', () => {
    const two = {
      logs: [
        log({ finishingTime: '12:00', breakMinutes: 15 }),
        log({ startingTime: '13:00', finishingTime: '17:30', breakMinutes: 30 }),
      ],
    };
    expect(writeCell(two, words)).toBe('08:00-12:00/15 13:00-17:30/30');
    expect(writeCell({ logs: [log()] }, words)).toBe('08:00-16:00');
    expect(read(writeCell(two, words))).toEqual(contentOf(two));
    expect(read(writeCell({ logs: [log({ isAbsent: true })] }, words))).toEqual({ kind: 'absent' });
    expect(writeCell({ logs: [] }, words)).toBe('');
  });
});

describe('what is done to a cell', () => {
  const content = (typed: string) => read(typed) ?? { kind: 'empty' as const };
  const kinds = (logs: Parameters<typeof stepsFor>[0]['logs'], typed: string) =>
    stepsFor({ logs }, content(typed)).map(({ kind }) => kind);
  it('makes, changes and removes, and nothing where it holds that already', () => {
    expect(kinds([], '8-12 13-17')).toEqual(['create', 'create']);
    expect(kinds([log()], '8-16')).toEqual([]);
    expect(kinds([log()], '9-17')).toEqual(['update']);
    expect(kinds([log()], 'a')).toEqual(['update']);
    expect(kinds([log({ _id: '1' }), log({ _id: '2' })], '8-16')).toEqual(['remove']);
    expect(kinds([log()], '')).toEqual(['remove']);
  });
  it('keeps payment and notes, and the break unless one is typed', () => {
    const logs = [log({ payment: '12', extraNotes: 'x', breakMinutes: 20 })];
    const kept = { payment: '12', extraNotes: 'x', breakMinutes: '20' };
    expect(stepsFor({ logs }, content('9-17'))[0]).toMatchObject({
      values: { ...kept, startingTime: '09:00' },
    });
    expect(stepsFor({ logs }, content('8-16/45'))[0]).toMatchObject({ values: { breakMinutes: '45' } });
    expect(stepsFor({ logs }, contentOf({ logs: [log()] }))[0]).toMatchObject({
      values: { breakMinutes: '' },
    });
    expect(kinds(logs, '8-16/20')).toEqual([]);
  });
  it('is refused where the break would be longer than the shift', () => {
    const [row] = buildGrid([{ worker: unknownId, workerName: 'Ada' }], ['2026-11-21'], []).rows;
    const [cell] = row?.cells ?? [];
    const refusal = (typed: string) => row && cell && planCell(row, cell, typed, read(typed)).refusal;
    expect(refusal('8-16/480')).toBeUndefined();
    expect(refusal('8-16/481')).toBe('invalid');
    expect(refusal('22-6/480')).toBeUndefined();
  });
  it('is refused where the day is closed', () => {
    const days = ['2026-10-31', '2026-11-01'];
    const [row] = buildGrid([{ worker: unknownId, workerName: 'Ada' }], days, [], '2026-10-31').rows;
    const refusals = row?.cells.map((cell) => planCell(row, cell, '8-16', read('8-16')).refusal);
    expect(refusals).toEqual(['closed', undefined]);
  });
});

describe('an area', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  const people = ['ada', 'bo'].map((worker) => ({ worker, workerName: worker }));
  const grid = buildGrid(people, days, [log({ date: '2026-11-20' })]);
  it('goes from one corner to the other, whichever comes first', () => {
    const area = areaOf({ row: 1, column: 2 }, { row: 0, column: 1 });
    expect(placesIn(area).map((row) => row.map(({ row: at, column }) => `${at}:${column}`))).toEqual([
      ['0:1', '0:2'],
      ['1:1', '1:2'],
    ]);
    expect(clipArea({ ...area, end: 9, bottom: 9 }, 2, 3)).toEqual(area);
  });
  it('stays with its workers where others come and go; of rows that are no longer together one cell is left', () => {
    const at = (row: number, column: number) => ({ row, column });
    const chosen = { anchor: at(1, 3), active: at(2, 5), workers: ['ada', 'bo', 'cy'] };
    const among = (...workers: string[]) => selectionAmong(chosen, workers);
    expect(among('ada', 'bo', 'cy')).toEqual({ anchor: at(1, 3), active: at(2, 5) });
    expect(among('aa', 'ada', 'bo', 'cy')).toEqual({ anchor: at(2, 3), active: at(3, 5) });
    expect(among('bo', 'cy', 'ada')).toEqual({ anchor: at(0, 3), active: at(1, 5) });
    expect(among('ada', 'bo', 'both', 'cy')).toEqual({ anchor: at(3, 5), active: at(3, 5) });
    expect(among('ada', 'cy', 'bo')).toEqual({ anchor: at(1, 5), active: at(1, 5) });
    expect(among('ada', 'bo')).toEqual({ anchor: at(1, 5), active: at(1, 5) });
    const totals = { ...chosen, anchor: at(4, 0), active: at(4, 0) };
    expect(selectionAmong(totals, ['ada'])).toEqual({ anchor: at(2, 0), active: at(2, 0) });
  });
  it('is filled from its first row or column; an empty one fills nothing', () => {
    const down = fillCells(grid, { top: 0, bottom: 1, start: 0, end: 2 }, 'row', contentOf);
    expect(down.map(({ row, cell }) => `${row.worker} ${cell.day}`)).toEqual(['bo 2026-11-20']);
    const along = fillCells(grid, { top: 0, bottom: 1, start: 0, end: 2 }, 'column', contentOf);
    expect(along.map(({ row, cell }) => `${row.worker} ${cell.day}`)).toEqual([
      'ada 2026-11-21',
      'ada 2026-11-22',
    ]);
  });
  it('takes what is pasted, names what cannot be read, and counts what lies outside', () => {
    const at = { top: 1, bottom: 1, start: 1, end: 1 };
    const { cells, outside } = pasteCells(grid, at, parseTsv('8-16\tx\t9-17\n\ta\n'), read);
    expect(cells.map(({ typed, refusal }) => [typed, refusal])).toEqual([
      ['8-16', undefined],
      ['x', 'unreadable'],
    ]);
    expect(outside).toBe(2);
    const everywhere = pasteCells(grid, { top: 0, bottom: 1, start: 1, end: 2 }, [['a']], read);
    expect(everywhere.cells).toHaveLength(4);
    // An empty one leaves what is there, and beside the days there is nothing to paste into.
    expect(pasteCells(grid, { top: 0, bottom: 0, start: 0, end: 0 }, [['', 'a', 'b']], read)).toMatchObject({
      cells: [{ typed: 'a' }, { typed: 'b', refusal: 'unreadable' }],
      outside: 0,
      empty: 1,
    });
    const totals = clipArea({ top: 0, bottom: 0, start: 4, end: 4 }, 2, 3);
    expect(pasteCells(grid, totals, [['a']], read)).toEqual({ cells: [], outside: 1, empty: 0 });
  });
});

describe('the clipboard of a spreadsheet', () => {
  it('is read as it is written', () => {
    const rows = [
      ['8-16', '', 'a'],
      ['', '', '9-17'],
    ];
    expect(parseTsv(toTsv(rows))).toEqual(rows);
    expect(parseTsv('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(parseTsv('\ta\n\n\tb')).toEqual([['', 'a'], [''], ['', 'b']]);
    expect(parseTsv('"8-12\n13-17"\t"say ""x"""')).toEqual([['8-12\n13-17', 'say "x"']]);
  });

  const lines = ['\n', '\r\n', '\r'];
  it.each(lines)('has all its rows where they end with %j', (end) => {
    expect(parseTsv(['a\tb', '', '"c\rd"\te', ''].join(end))).toEqual([['a', 'b'], [''], ['c\rd', 'e']]);
  });

  it('is taken whole, whatever stands in it', () => {
    const cells = fc.array(fc.constantFrom(...lines, '\t', '"', 'a', ' ', '\v', '\u2028'), { maxLength: 12 });
    const kept = (text: string) => text.replace(/[\t\r\n"]/g, '');
    fc.assert(
      fc.property(cells, (signs) => {
        const text = signs.join('');
        const rows = parseTsv(text);
        expect(rows.flat().map(kept).join('')).toBe(kept(text));
        if (!text.includes('"'))
          expect(rows).toEqual(
            text
              .replace(/(\r\n|\r|\n)$/, '')
              .split(/\r\n|\r|\n/)
              .map((line) => line.split('\t')),
          );
      }),
      { numRuns: runs(5000) },
    );
  });
});
