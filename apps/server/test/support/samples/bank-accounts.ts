import fc from 'fast-check';
import { flag, queryFlag, search, text } from './arbitraries.ts';
import { fold, names, type Sample } from './sample.ts';

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
