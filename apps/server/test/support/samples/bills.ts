import { amount, day, range, search, text } from './arbitraries.ts';
import { onDays, type Sample } from './sample.ts';

export const bills: Sample = {
  required: () => ({ date: '2024-03-01', value: '-3.25' }),
  optional: { description: 'Refund', extraNotes: 'cash' },
  defaults: { description: '', extraNotes: '' },
  changes: [
    [{ date: '1900-1-1' }, { date: '1900-01-01' }],
    [{ value: '-0.0001' }],
    [{ value: -150 }, { value: '-150' }],
    [{ description: 'Return' }],
    [{ extraNotes: 'by hand' }],
    [{ extraNotes: null }, { extraNotes: '' }],
  ],
  wrong: { date: 5, value: null },
  lengths: { description: 500, extraNotes: 10_000 },
  journal: {
    columns: ['date', 'value', 'description', 'extra_notes'],
    change: { value: '4.5', description: '', extraNotes: 'paid' },
    before: { value: -3.25, extra_notes: '' },
    after: { value: 4.5, extra_notes: 'paid' },
  },
  list: {
    rows: onDays((date, i) => ({ date, value: i - 3, description: `Bill ${i}` })),
    key: ({ date }) => date,
    newestFirst: true,
    sort: 'date',
    day: 'date',
    refused: { from: ['2024'], to: ['10000-01-01'], search: ['x'.repeat(201)] },
  },
  fields: {
    date: day,
    value: amount(['-1', '-0.0001']),
    description: text(500),
    extraNotes: text(10_000),
  },
  parameters: { ...range, search },
};
