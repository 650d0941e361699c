import { describe, expect, it, test } from 'vitest';
import { importFields } from '../src/imports/fields.ts';
import type { Cell, PreviewOptions } from '../src/imports/imports.ts';
import { type ImportKind, importKinds } from '../src/resources.ts';
import { titleLanguages, titleOf } from '../src/titles/titles.ts';
import { read } from './tables.ts';

/** The value of a cell, or the code of what is wrong with it. */
const one = (kind: ImportKind, field: string, cell: Cell, options: Partial<PreviewOptions> = {}) => {
  const [row] = read(kind, [[field], [cell]], { columns: field, ...options }).rows;
  const issue = row?.issues.find(({ path }) => path[0] === field);
  return issue?.code ?? row?.values[field];
};

describe('a day', () => {
  test.each([
    ['2024-03-07', '2024-03-07'],
    ['2024/3/7', '2024-03-07'],
    ['31.1.2024', '2024-01-31'],
    ['1/31/2024', '2024-01-31'],
    ['31-1-24', '2024-01-31'],
    ['31/1/99', '1999-01-31'],
    ['3/3/2024', '2024-03-03'],
    ['3/4/2024', 'ambiguous_day'],
    ['31/1/2024 08:30', '2024-01-31'],
    ['2024-01-31T22:15:00.000Z', '2024-01-31'],
    ['7 March 2024', '2024-03-07'],
    ['Mar 7, 2024', '2024-03-07'],
    ['7-Mar-24', '2024-03-07'],
    ['7 de marzo de 2024', '2024-03-07'],
    ['7 mars 2024', '2024-03-07'],
    ['7 Ağustos 2024', '2024-08-07'],
    ['7 במרץ 2024', '2024-03-07'],
    ['٣١/١/٢٠٢٤', '2024-01-31'],
    ['٧ آذار ٢٠٢٤', '2024-03-07'],
    ['31/2/2024', 'invalid_date'],
    ['yesterday', 'invalid_date'],
    [{ day: '2024-03-07' }, '2024-03-07'],
    [{ number: '45000' }, 'invalid_date'],
  ] as [Cell, string][])('%j is %s', (cell, value) => expect(one('bills', 'date', cell)).toBe(value));

  it('is in the order that is chosen, or that others of the file show', () => {
    expect(one('bills', 'date', '3/4/2024', { dates: 'dmy' })).toBe('2024-04-03');
    expect(one('bills', 'date', '3/4/2024', { dates: 'mdy' })).toBe('2024-03-04');
    expect(one('bills', 'date', '24/3/4', { dates: 'ymd' })).toBe('2024-03-04');
    expect(one('bills', 'date', '31/1/2024', { dates: 'mdy' })).toBe('invalid_date');
    const shown = read('bills', [['Date'], ['3/4/2024'], ['31/1/2024']]);
    expect([shown.dates, shown.ambiguous, shown.rows[0]?.values.date]).toEqual(['dmy', [], '2024-04-03']);
    const both = read('bills', [['Date'], ['3/4/2024'], ['31/1/2024'], ['1/31/2024']]);
    expect([both.dates, both.ambiguous]).toEqual([null, ['dates']]);
  });
});

describe('an amount', () => {
  test.each([
    ['12.50', '12.50'],
    ['12,50', '12.50'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1 234,50 €', '1234.50'],
    ['1’234.50', '1234.50'],
    ['12,34,567', '1234567'],
    ['₪ 1,234.5', '1234.5'],
    ['(12.50)', '-12.50'],
    ['-12.50', '-12.50'],
    ['−12.50', '-12.50'],
    ['12.50-', '-12.50'],
    ['$ -3', '-3'],
    ['.5', '0.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['1,234', 'ambiguous_amount'],
    ['1.234', 'ambiguous_amount'],
    ['1.2.3', 'invalid_amount'],
    ['12 and 13', 'invalid_amount'],
    ['free', 'invalid_amount'],
    [{ number: '1.234' }, '1.234'],
  ] as [Cell, string][])('%j is %s', (cell, value) => expect(one('bills', 'value', cell)).toBe(value));

  it('has the mark that is chosen, or that others of the file show', () => {
    expect(one('bills', 'value', '1,234', { decimal: 'point' })).toBe('1234');
    expect(one('bills', 'value', '1,234', { decimal: 'comma' })).toBe('1.234');
    const shown = read('bills', [['Amount'], ['1,234'], ['5,5']]);
    expect([shown.decimal, shown.ambiguous, shown.rows[0]?.values.value]).toEqual(['comma', [], '1.234']);
  });
});

test.each([
  ['startingTime', '8:30', '08:30'],
  ['startingTime', '08:30:00', '08:30'],
  ['startingTime', '8.30', '08:30'],
  ['startingTime', '8:30 PM', '20:30'],
  ['startingTime', '12:05 am', '00:05'],
  ['startingTime', '٨:٣٠ م', '20:30'],
  ['startingTime', '25:00', 'invalid_time'],
  ['startingTime', { time: '08:30' }, '08:30'],
  ['isAbsent', 'ja', 'invalid_boolean'],
  ['isAbsent', 'Evet', 'true'],
  ['isAbsent', 'לא', 'false'],
  ['isAbsent', { flag: true }, 'true'],
  ['breakMinutes', '٣٠', '30'],
  ['breakMinutes', 'half an hour', 'invalid_integer'],
] as [string, Cell, string][])('of a log, %s %j is %s', (field, cell, value) =>
  expect(one('logs', field, cell)).toBe(value),
);

describe('columns', () => {
  test.each(importKinds.flatMap((kind) => titleLanguages.map((language) => [kind, language] as const)))(
    'of %s are known by their titles in %s',
    (kind, language) => {
      const fields = importFields(kind).filter(({ field }) => !field.endsWith('ID') && field !== 'fullName');
      const { columns, missing } = read(kind, [
        fields.map(({ field }) => titleOf(language, kind, field)),
        ['x'],
      ]);
      expect(columns.map(({ field }) => field)).toEqual(fields.map(({ field }) => field));
      expect(missing).toEqual([]);
    },
  );

  it('of users take a name for one as a whole where there is no last name', () => {
    for (const language of titleLanguages) {
      const [row] = read('users', [[titleOf(language, 'users', 'firstName')], ['Ada King Lovelace']]).rows;
      expect(row?.record, language).toMatchObject({
        firstName: 'Ada King',
        lastName: 'Lovelace',
        username: 'ada-king.lovelace',
      });
    }
  });

  it('are found below a title, by other names, by their values, each field once', () => {
    const { columns, rows } = read('bills', [
      ['Bills of 2024'],
      [],
      ['Invoice date', 'Details', 'Total*'],
      ['2024-03-07', 'tea', '3'],
    ]);
    const numbered = read('cheques', [['Cheque no.', 'Due', 'Amount', 'Payee'], ['x']]);
    expect(numbered.missing).toEqual([]);
    expect(columns.map(({ field }) => field)).toEqual(['date', 'description', 'value']);
    expect(rows.map(({ row }) => row)).toEqual([4]);
    expect(read('bills', [['2024-03-07', '3.5', 'tea']]).columns.map(({ field }) => field)).toEqual([
      'date',
      'value',
      null,
    ]);
    const twice = read('bills', [
      ['Date', 'Date', 'What'],
      ['2024-03-07', '2024-03-08', 'tea'],
    ]);
    expect(twice.columns.map(({ field }) => field)).toEqual(['date', null, null]);
    expect(twice.missing).toEqual(['value']);
  });
});

it('passes over empty rows and the example of a template, and takes corrections', () => {
  for (const kind of importKinds) {
    const fields = importFields(kind).filter(({ example }) => example !== undefined);
    expect(
      read(kind, [fields.map(({ field }) => field), fields.map(({ example = '' }) => example)]).rows,
      kind,
    ).toEqual([]);
  }
  const rows = [
    ['Date', 'Amount'],
    ['', ''],
    ['2024-02-30', '5'],
  ];
  const corrections = JSON.stringify({ 3: { date: '2024-02-29' } });
  expect(read('bills', rows, { corrections }).rows.map(({ row, issues }) => [row, issues])).toEqual([
    [3, []],
  ]);
  for (const nonsense of ['{', '[]', '{"3":"x"}', '{"__proto__":{"date":"2024-01-01"}}'])
    expect(read('bills', rows, { corrections: nonsense }).rows[0]?.issues.map(({ code }) => code)).toEqual([
      'invalid_date',
    ]);
});

it('shows and keeps no more of headings, samples and names than a record may have', () => {
  const { columns, rows } = read('cheques', [
    ['payee', `x\0${'y'.repeat(200)}`],
    [`${'p'.repeat(99)}😀`, 'a'],
    ['p'.repeat(101), `${'x'.repeat(99)}😀`],
    ['a\0b', 'a\ud800b'],
  ]);
  expect(columns.map(({ heading }) => heading)).toEqual(['payee', `x\uFFFD${'y'.repeat(98)}`]);
  expect(columns[1]?.samples).toEqual(['a', `${'x'.repeat(99)}\uFFFD`, 'a\uFFFDb']);
  const faults = rows.map(({ issues }) =>
    issues.flatMap(({ path, code }) => (path[0] === 'payee' ? code : [])),
  );
  expect(faults).toEqual([[], ['too_long'], ['unstorable_characters']]);
  expect(rows.map(({ named }) => named.payee?.name.length)).toEqual([101, undefined, undefined]);
});
