import fc from 'fast-check';
import { amount, day, mostly, range, reference, references, text } from './arbitraries.ts';
import { onDays, type Sample } from './sample.ts';

export const payEntries: Sample = {
  required: () => ({ date: '2024-03-01', kind: 'opening', amount: '-3.25' }),
  optional: { extraNotes: 'paid in cash' },
  defaults: { extraNotes: '', cheque: null },
  derived: { settlement: null, chequeName: '' },
  references: {
    worker: { to: 'users', name: 'workerName', alsoDeleted: true },
    cheque: { to: 'cheques', name: 'chequeName', optional: true },
  },

  changes: [
    [{ date: '1900-1-1' }, { date: '1900-01-01' }],
    [{ kind: 'bonus', amount: 150 }, { amount: '150' }],
    [{ amount: '0.01' }],
    [{ extraNotes: null }, { extraNotes: '' }],
  ],
  wrong: { worker: 7, date: 5, kind: 'loan', amount: null, cheque: 7 },
  lengths: { extraNotes: 10_000 },
  journal: {
    columns: ['worker_id', 'date', 'kind', 'amount', 'extra_notes', 'cheque_id'],
    change: { amount: '4.5', date: '2024-3-1' },
    before: { amount: -3.25 },
    after: { amount: 4.5 },
  },
  list: {
    rows: onDays((date, i) => ({ date, amount: i - 3 })),
    key: ({ date }) => date,
    newestFirst: true,
    sort: 'date',
    day: 'date',
    refused: { from: ['2024'], to: ['10000-01-01'], kind: ['', 'loan', 'advance,loan'] },
  },
  fields: {
    worker: reference('users'),
    date: day,
    kind: mostly(['opening', 'advance', 'payout', 'bonus', 'deduction'], ['loan', '', null, 5]),
    amount: amount(['-1', '-0.01']),
    extraNotes: text(10_000),
    cheque: fc.oneof(reference('cheques'), fc.constant(null)),
  },
  parameters: {
    ...range,
    worker: references('users'),
    cheque: references('cheques'),
    kind: fc.constantFrom('advance', 'advance,payout', 'loan', ''),
  },
};

export const rates: Sample = {
  required: () => ({ from: '2024-03-01', basis: 'hour', amount: '37.50' }),
  optional: { dayMinutes: 450, overtimeFactor: '1.25', monthDays: 30, extraNotes: 'raised' },
  defaults: { dayMinutes: 480, overtimeFactor: '1', monthDays: 26, extraNotes: '' },
  references: { worker: { to: 'users', name: 'workerName', own: true } },
  changes: [
    [{ from: '2024-4-1' }, { from: '2024-04-01' }],
    [{ basis: 'month' }],
    [{ basis: 'none' }],
    [{ amount: 40 }, { amount: '40' }],
    [{ dayMinutes: 1440 }],
    [{ overtimeFactor: 2 }, { overtimeFactor: '2' }],
    [{ monthDays: 31 }],
    [{ extraNotes: null }, { extraNotes: '' }],
  ],
  wrong: {
    from: 5,
    basis: 'week',
    amount: '-1',
    worker: 7,
    dayMinutes: 0,
    overtimeFactor: '10.5',
    monthDays: 32,
  },
  lengths: { extraNotes: 10_000 },
  journal: {
    columns: [
      'worker_id',
      'from',
      'basis',
      'amount',
      'day_minutes',
      'overtime_factor',
      'month_days',
      'extra_notes',
    ],
    change: { basis: 'day', amount: '300', from: '2024-3-1' },
    before: { basis: 'hour', amount: 37.5 },
    after: { basis: 'day', amount: 300 },
  },
  list: {
    rows: onDays((from, i) => ({ from, amount: i })),
    key: ({ from }) => from,
    newestFirst: true,
    sort: 'from',
    day: 'from',
    refused: { from: ['2024'], to: ['10000-01-01'] },
  },
  fields: {
    worker: reference('users'),
    from: day,
    basis: mostly(['hour', 'day', 'month', 'none'], ['week', '', null, 5]),
    amount: amount(),
    dayMinutes: mostly([1, 480, 1440], [0, 1441, 1.5, '480', null]),
    overtimeFactor: mostly(['1', 1.5, '0', '10'], ['10.0001', '-1', 'x', null]),
    monthDays: mostly([1, 26, 31], [0, 32, '26', null]),
    extraNotes: text(10_000),
  },
  parameters: { ...range, worker: references('users') },
};
