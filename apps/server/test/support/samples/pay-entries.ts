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
