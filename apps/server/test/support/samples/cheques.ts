import fc from 'fast-check';
import { amount, day, flag, queryFlag, range, reference, references, search, text } from './arbitraries.ts';
import { onDays, type Sample } from './sample.ts';

/** Of a cheque that was stored as cancelled; it was due long ago. */
const reinstated = { status: 'issued', statusDate: new Date().toISOString().slice(0, 10), isStale: true };

export const cheques: Sample = {
  nameOf: ({ serial }) => serial,
  required: () => ({ serial: '0042', dueDate: '2024-03-01', value: '10.50' }),
  optional: { description: 'Paper', isCancelled: true },
  defaults: { description: '', isCancelled: false, account: null },
  derived: {
    status: 'issued',
    statusDate: null,
    attempts: 0,
    replaces: null,
    replacedBy: [],
    accountName: '',
    isStale: true,
  },
  references: {
    payee: { to: 'payees', name: 'payeeName' },
    account: { to: 'bankAccounts', name: 'accountName', optional: true },
  },
  changes: [
    [{ serial: '7' }],
    [{ dueDate: '2025-12-31' }],
    [{ value: 0.07 }, { value: '0.07' }],
    [{ description: '' }],
    [{ isCancelled: false }, reinstated],
    [{ isCancelled: 'false' }, { isCancelled: false, ...reinstated }],
  ],
  wrong: { serial: 5, dueDate: null, value: true, payee: 7, account: 7, isCancelled: 'TRUE' },
  lengths: { serial: 64, description: 500 },
  journal: {
    columns: [
      'serial',
      'due_date',
      'value',
      'description',
      'payee_id',
      'account_id',
      'is_cancelled',
      'status',
      'replaces_id',
    ],
    change: { isCancelled: 'true', dueDate: '2024-3-2', serial: '0042' },
    before: { is_cancelled: false, status: 'issued', due_date: '2024-03-01' },
    after: { is_cancelled: true, status: 'cancelled', due_date: '2024-03-02' },
  },
  list: {
    rows: onDays((dueDate, i) => ({
      dueDate,
      serial: `00${i % 2}`,
      description: `Cheque ${i}`,
      isCancelled: i % 3 === 0,
    })),
    key: ({ dueDate }) => dueDate,
    newestFirst: true,
    sort: 'dueDate',
    day: 'dueDate',
    refused: {
      from: ['today'],
      to: ['2024-2-30'],
      isCancelled: ['0', 'no'],
      status: ['', 'paid', 'issued,paid'],
      search: ['x'.repeat(201), 'nul\0'],
    },
  },
  fields: {
    serial: text(64),
    dueDate: day,
    value: amount(),
    description: text(500),
    payee: reference('payees'),
    account: fc.oneof(reference('bankAccounts'), fc.constant(null)),
    isCancelled: flag,
  },
  parameters: {
    ...range,
    payee: references('payees'),
    account: references('bankAccounts'),
    serials: fc.constantFrom('0042', '0042, 7', ',', '', 'x'.repeat(10_001)),
    serial: fc.constantFrom('0042', '', '%', 'x'.repeat(65)),
    isCancelled: queryFlag,
    status: fc.constantFrom('issued', 'bounced,cancelled', 'paid', ''),
    search,
  },
};
