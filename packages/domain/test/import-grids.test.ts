import { describe, expect, it, test } from 'vitest';
import { type Cell, type PreviewOptions, previewOf } from '../src/imports/imports.ts';
import { read, table } from './tables.ts';

it('reads a grid with a worker in each row and a day in each column', () => {
  const { layout, rows } = read('logs', [
    ['Worker', '1/3/2024', '2/3/2024', '13/3/2024'],
    ['Ada', '8:00-16:30', 'A', ''],
    ['Grace', '22:00 – 6:00', '', 'ill'],
  ]);
  expect(layout).toBe('days');
  expect(
    rows.map(({ named, record, issues }) => [
      named.worker?.name,
      record?.date,
      record?.startingTime,
      record?.finishingTime,
      record?.isAbsent,
      issues.length,
    ]),
  ).toEqual([
    ['Ada', '2024-03-01', '08:00', '16:30', false, 0],
    ['Ada', '2024-03-02', undefined, undefined, true, 0],
    ['Grace', '2024-03-01', '22:00', '06:00', false, 0],
    ['Grace', undefined, undefined, undefined, undefined, 2],
  ]);
});

describe('a grid whose columns are numbers of days', () => {
  const numbers = ['1', '2', '3', '4', '5', '6', '7'];
  const grid = (
    cells: readonly Cell[],
    options: Partial<PreviewOptions> = {},
    head: readonly Cell[] = numbers,
  ) =>
    read(
      'logs',
      [
        ['No', 'Employee', 'Site', ...head],
        ['1', 'Ada', 'North', ...cells],
      ],
      options,
    );
  /** Of each log: its day and its times, or whether absent, or what is wrong. */
  const logs = ({ rows }: Pick<ReturnType<typeof read>, 'rows'>) =>
    rows.map(({ values, issues }) =>
      issues.length > 0
        ? `${values.date} ${issues.map(({ code }) => code)}`
        : `${values.date} ${values.isAbsent ? 'absent' : `${values.startingTime}-${values.finishingTime}`}`,
    );

  test.each([
    ['March 2026', '2026-03'],
    ['attendance_march2026.xlsx', '2026-03'],
    ['2026-03', '2026-03'],
    ['Days 202603.csv', '2026-03'],
    ['03-2026', '2026-03'],
    ['3.2026', '2026-03'],
    ['آذار/مارس 2026', '2026-03'],
    ['كانون الثاني ٢٠٢٦', '2026-01'],
    ['נוכחות מרץ 2026', '2026-03'],
    ['Présences août 2026', '2026-08'],
    ['asistencia-marzo-2026', '2026-03'],
    ['Ağustos 2026', '2026-08'],
    ['days.csv', null],
    ['March', null],
    ['Jan-Mar 2026', null],
    // A day on which it was saved.
    ['days 2026-04-01.csv', null],
    ['days 01.04.2026.csv', null],
  ])('is of the month that the name %s says: %s', (name, month) => {
    expect(grid(['8-16'], { name })).toMatchObject({
      layout: 'days',
      month,
      ambiguous: month ? [] : ['month'],
    });
  });

  it('has its month from above, from the sheet, or as it is chosen', () => {
    const rows = [
      ['Attendance, April 2026'],
      ['Worker', ...numbers],
      ['', 'S', 'M', 'T'],
      ['Ada', '', '8-16'],
    ];
    expect(logs(read('logs', rows, { name: 'May 2026' }))).toEqual(['2026-04-02 08:00-16:00']);
    const sheet = { ...table(rows.slice(1)), sheet: '2026-06' };
    const options = { kind: 'logs', name: 'May 2026', newPayees: false, mappings: [] } as const;
    expect(previewOf(sheet, options).month).toBe('2026-06');
    expect(previewOf(sheet, { ...options, month: '2026-07' }).month).toBe('2026-07');
    expect(previewOf(sheet, options).columns[1]?.samples).toEqual(['2026-06-02']);
  });

  const at = { month: '2026-02', times: '07:00-15:00' };
  test.each([
    [['✓', '✔', '1', 'P', 'present', 'Ｐ'], 'present'],
    [['x', 'ｘ', 'X', '×'], 'present'],
    [['حاضر', 'נוכח', 'présent', 'Presente', 'geldi', 'ح', '１'], 'present'],
    [['a', '0', 'Absent', 'غائب', 'נעדר', 'ausente', 'gelmedi'], 'absent'],
    [['-', '–', '', ' '], 'nothing'],
  ])('has marks: %j is %s', (marks, what) => {
    const days = marks.map((_, index) => `2026-02-0${index + 1}`);
    const told = {
      present: days.map((day) => `${day} 07:00-15:00`),
      absent: days.map((day) => `${day} absent`),
    };
    expect(logs(grid(marks, at))).toEqual(what in told ? told[what as keyof typeof told] : []);
  });

  it('has crosses for absence beside other marks of presence, and for nothing beside marks of both', () => {
    expect(logs(grid(['✓', 'x'], at))).toEqual(['2026-02-01 07:00-15:00', '2026-02-02 absent']);
    expect(logs(grid(['P', 'x', 'A'], at))[1]).toContain('invalid_time');
    expect(logs(grid(['x', 'A'], at))).toEqual(['2026-02-01 07:00-15:00', '2026-02-02 absent']);
  });

  it('asks once for what a mark of presence stands for', () => {
    const asked = grid(['x', '9-17', 'A'], { month: '2026-02' });
    expect(asked.ambiguous).toEqual(['times']);
    expect(logs(asked)).toEqual([
      '2026-02-01 time_required,time_required',
      '2026-02-02 09:00-17:00',
      '2026-02-03 absent',
    ]);
    const usual = grid(['x', '9-17'], { month: '2026-02', times: 'usual' });
    expect(usual.ambiguous).toEqual([]);
    expect(usual.rows.map(({ isUsual = false, values }) => [isUsual, values.startingTime])).toEqual([
      [true, '08:00'],
      [false, '09:00'],
    ]);
    expect(grid(['A', '9-17'], { month: '2026-02' }).ambiguous).toEqual([]);
  });

  it('says what is no day, no time, and only one', () => {
    expect(logs(grid(['8', 'ill', '8-16'], at, ['27', '28', '29', '30', '31']))).toEqual([
      '2026-02-27 time_required',
      '2026-02-28 invalid_time,invalid_time',
      '2026-02-29 invalid_date',
    ]);
  });
});

it('refuses a grid with more logs than a file may have rows', () => {
  const days = Array.from({ length: 28 }, (_, day) => `2024-02-${day + 1}`);
  const workers = (count: number) => Array.from({ length: count }, () => ['Ada', ...days.map(() => 'A')]);
  expect(read('logs', [['Worker', ...days], ...workers(357)]).rows).toHaveLength(9996);
  expect(() => read('logs', [['Worker', ...days], ...workers(358)])).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ code: 'too_many_rows' })] }),
  );
});
