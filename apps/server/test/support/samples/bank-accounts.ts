import fc from 'fast-check';
import {
  amount,
  day,
  flag,
  mostly,
  queryFlag,
  range,
  reference,
  references,
  search,
  text,
} from './arbitraries.ts';
import { fold, names, onDays, type Sample } from './sample.ts';

const place = fc.record({ x: fc.constantFrom(0, 12.5, 400, -1, '5'), y: fc.constant(7) });
const chequeForm = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 3,
    arbitrary: fc.record({
      width: fc.constant(170),
      height: fc.constant(80),
      fields: fc.record({ date: place, words: place }, { requiredKeys: [] }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('x', [], {}, { width: 170, height: 401, fields: {} }) },
);

export const bankAccounts: Sample = {
  required: () => ({ name: 'Main account' }),
  optional: { bank: 'First Bank', number: '12-345', isArchived: true },
  defaults: { bank: '', number: '', isArchived: false, chequeForm: null },
  nameOf: ({ name }) => name,
  changes: [
    [{ name: 'حساب' }],
    [{ bank: 'Second Bank' }],
    [{ bank: null }, { bank: '' }],
    [{ number: '7' }],
    [{ isArchived: 'false' }, { isArchived: false }],
    [{ chequeForm: { width: 170, height: 80.5, fields: { date: { x: 130, y: 12 } } } }],
  ],
  wrong: { name: 5, bank: true, number: 12, isArchived: 'TRUE', chequeForm: 'x' },
  lengths: { name: 100, bank: 100, number: 64 },
  journal: {
    columns: ['name', 'bank', 'number', 'is_archived', 'cheque_form'],
    change: { name: 'Main account', bank: 'First Bank', isArchived: true },
    before: { bank: '', is_archived: false },
    after: { bank: 'First Bank', is_archived: true },
  },
  list: {
    rows: names.map((name) => ({ name })),
    key: ({ name }) => fold(name),
    newestFirst: false,
    sort: 'name',
    refused: { search: ['x'.repeat(201), 'nul\0'], isArchived: ['0', 'no'] },
  },
  fields: { name: text(100), bank: text(100), number: text(64), isArchived: flag, chequeForm },
  parameters: { search, isArchived: queryFlag },
};

const serials = ['100', '101', '101', '101', '110', '120', '120', '9', 'A-1'];
const serial = (valid: string) => mostly([valid], ['', 'none', 'x'.repeat(65), 5, null, 'nul\0 1']);

export const chequebooks: Sample = {
  required: () => ({ firstSerial: '0001', lastSerial: '0050' }),
  optional: {},
  defaults: {},
  derived: { nextSerial: '0001' },
  references: { account: { to: 'bankAccounts', name: 'accountName', own: true } },
  changes: [
    [{ firstSerial: '0101', lastSerial: '0150' }, { nextSerial: '0101' }],
    [{ firstSerial: '0002' }, { nextSerial: '0002' }],
    [{ lastSerial: '0100' }],
  ],
  wrong: { account: 7, firstSerial: 5, lastSerial: null },
  lengths: {},
  journal: {
    columns: ['account_id', 'first_serial', 'last_serial'],
    change: { firstSerial: '0001', lastSerial: '0025' },
    before: { last_serial: '0050' },
    after: { last_serial: '0025' },
  },
  list: {
    rows: serials.map((firstSerial) => ({ firstSerial, lastSerial: firstSerial })),
    key: ({ firstSerial }) => firstSerial,
    newestFirst: false,
    sort: 'firstSerial',
    refused: {},
  },
  fields: { account: reference('bankAccounts'), firstSerial: serial('0001'), lastSerial: serial('0050') },
  parameters: { account: references('bankAccounts') },
};

export const balanceReadings: Sample = {
  required: () => ({ date: '2024-03-01', balance: '-3.25' }),
  optional: {},
  defaults: {},
  references: { account: { to: 'bankAccounts', name: 'accountName', own: true } },
  changes: [
    [{ date: '1900-1-1' }, { date: '1900-01-01' }],
    [{ balance: '-0.0001' }],
    [{ balance: 150 }, { balance: '150' }],
  ],
  wrong: { account: 7, date: 5, balance: null },
  lengths: {},
  journal: {
    columns: ['account_id', 'date', 'balance'],
    change: { balance: '4.5', date: '2024-3-1' },
    before: { balance: -3.25 },
    after: { balance: 4.5 },
  },
  list: {
    rows: onDays((date, i) => ({ date, balance: i - 3 })),
    key: ({ date }) => date,
    newestFirst: true,
    sort: 'date',
    day: 'date',
    refused: { from: ['2024'], to: ['10000-01-01'] },
  },
  fields: { account: reference('bankAccounts'), date: day, balance: amount(['-1', '-0.0001']) },
  parameters: { ...range, account: references('bankAccounts') },
};
