import type { Import, ImportRow } from '@daybook/domain';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  amountsOf,
  assign,
  corrected,
  daysOf,
  exampleOf,
  formOf,
  isCreated,
  missingIn,
  pastedFile,
  phonesCorrected,
  planOf,
  type Reading,
  templateOf,
} from './importing.ts';

const plain: Reading = { kind: 'bills', corrections: new Map(), newPayees: false };
const file = new File(['a,b'], 'bills.csv');

const row = (number: number, result: ImportRow['result'], values: ImportRow['values'] = {}): ImportRow => ({
  row: number,
  result,
  values,
});

describe('a file on its way', () => {
  it('is sent with what was chosen alone, so that the rest is recognised', () => {
    const form = Object.fromEntries(formOf(file, plain));
    expect(Object.keys(form).sort()).toEqual(['file', 'kind', 'name']);
    expect(form.name).toBe('bills.csv');
  });

  it('is sent with its columns, and the cells that were corrected', () => {
    const corrections = corrected(corrected(new Map(), 12, 'date', '2024-03-07'), 12, 'value', '5');
    const form = formOf(file, { ...plain, columns: ['date', null, 'value'], corrections, newPayees: true });
    expect(form.get('columns')).toBe('date,,value');
    expect(JSON.parse(String(form.get('corrections')))).toEqual({ 12: { date: '2024-03-07', value: '5' } });
    expect(form.get('newPayees')).toBe('true');
  });

  it('can be cells that were pasted, and not a word', () => {
    expect(pastedFile('Date\tAmount\r\n1/2/2024\t5', 'x.csv')?.name).toBe('x.csv');
    expect(pastedFile('hello', 'x.csv')).toBeUndefined();
    expect(pastedFile('', 'x.csv')).toBeUndefined();
  });
});

it('phone numbers are those that are dialled where the person is, unless they were corrected', () => {
  const issue = { path: ['phoneNumber'], code: 'invalid_phone', message: '' };
  const rows = ['0591', 'none', '0592', '0593'].map((phoneNumber, index) => ({
    ...row(index + 1, 'error', { phoneNumber }),
    issues: [index === 2 ? { ...issue, code: 'too_long' } : issue],
  }));
  const dial = (typed: string) => typed.replace(/^0/, '+970');
  const before = corrected(new Map(), 4, 'phoneNumber', '0593');
  const found = phonesCorrected({ rows }, before, dial);
  expect([...(found ?? [])]).toEqual([
    [4, { phoneNumber: '0593' }],
    [1, { phoneNumber: '+970591' }],
  ]);
  expect(phonesCorrected({ rows: rows.slice(1) }, before, dial)).toBeUndefined();
});

it('a field is of one column', () => {
  expect(assign(['date', null, 'value'], 1, 'date')).toEqual([null, 'date', 'value']);
  expect(assign(['date', 'value'], 0, null)).toEqual([null, 'value']);
  expect(assign([null, null, 'value'], 0, 'date')).toEqual(['date', null, 'value']);
});

it('what is required is there by itself, or by what stands for it', () => {
  expect(missingIn('bills', ['date', null])).toEqual(['value']);
  expect(missingIn('users', ['fullName'])).toEqual([]);
  expect(missingIn('cheques', ['serial', 'dueDate', 'value', 'payeeID'])).toEqual([]);
});

describe('what can be read in two ways', () => {
  it.each([
    ['3/4/2024', { dmy: '2024-04-03', mdy: '2024-03-04' }],
    ['٣/٤/٢٠٢٤', { dmy: '2024-04-03', mdy: '2024-03-04' }],
    ['13.4.2024', { dmy: '2024-04-13' }],
    ['4/13/24', { mdy: '2024-04-13' }],
    ['01-02-03', { dmy: '2003-02-01', mdy: '2003-01-02', ymd: '2001-02-03' }],
    ['2024-03-04', { ymd: '2024-03-04' }],
    ['3/4', {}],
    ['Rent', {}],
  ])('%s as a day', (text, expected) => {
    expect(Object.fromEntries(daysOf(text).map(({ value, day }) => [value, day]))).toEqual(expected);
  });

  it.each([
    ['1.234', { point: '1.234', comma: '1234' }],
    ['-1,234', { point: '-1234', comma: '-1.234' }],
    ['١٬٢٣٤', { point: '1234', comma: '1.234' }],
    ['1.23', {}],
    ['1,234.50', {}],
  ])('%s as an amount', (text, expected) => {
    expect(Object.fromEntries(amountsOf(text).map(({ value, amount }) => [value, amount]))).toEqual(expected);
  });

  it('is shown by a value of the file that tells the two apart', () => {
    const read = {
      columns: [
        { heading: 'No', field: null, samples: ['5/6/2024'] },
        { heading: 'Date', field: 'date', samples: ['4/4/2024'] },
      ],
      rows: [row(2, 'error', { date: '4/4/2024' }), row(3, 'error', { date: '3/4/2024' })],
    } as unknown as Import;
    expect(exampleOf(read, daysOf)?.text).toBe('3/4/2024');
    expect(exampleOf({ ...read, rows: [] }, daysOf)).toBeUndefined();
  });
});

describe('what an import will do', () => {
  const rows = [
    row(2, 'create', { payee: 'Harbour Glass' }),
    row(3, 'create', { payee: 'harbour  glass' }),
    row(4, 'duplicate', { payee: 'Known' }),
    row(5, 'error'),
    row(6, 'create', { payee: 'Other' }),
  ];
  const newPayees = ['Harbour Glass', 'Other'];
  const none = { skip: new Set<number>(), include: new Set<number>() };

  it('counts new rows, and the payees that come with them', () => {
    expect(planOf({ rows, newPayees }, none)).toMatchObject({ created: 3, duplicates: 1, faults: 1 });
    expect(planOf({ rows, newPayees: [] }, none).payees).toBe(0);
  });

  it('follows what is ticked', () => {
    const choice = { skip: new Set([6]), include: new Set([4, 5]) };
    expect(planOf({ rows, newPayees }, choice)).toMatchObject({
      created: 3,
      payees: 1,
      duplicates: 0,
      faults: 1,
      skipped: 1,
    });
    expect(rows.filter((one) => isCreated(one, choice)).map(({ row: number }) => number)).toEqual([2, 3, 4]);
  });
});

it('a duplicate leads to the record that is there', () => {
  const known = { ...row(2, 'duplicate', { date: '2024-03-04' }), record: 'x' };
  expect(addressOf('cheques', known)).toBe('/cheques/x');
  expect(addressOf('bills', known)).toBe('/bills/all?from=2024-03-04&to=2024-03-04');
  expect(addressOf('rates', known)).toBe('/pay/rates');
});

it('a template has the headings of the screen, and one example', () => {
  const [headings, example, end] = templateOf('bills', (field) => field.toUpperCase()).split('\r\n');
  expect(headings?.startsWith('\uFEFFDATE,VALUE')).toBe(true);
  expect(example?.split(',')).toHaveLength(headings?.split(',').length ?? 0);
  expect(end).toBe('');
  expect(templateOf('users', (field) => field)).not.toContain('firstName');
});
