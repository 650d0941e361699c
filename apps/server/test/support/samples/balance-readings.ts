import { amount, day, range, reference, references } from './arbitraries.ts';
import { onDays, type Sample } from './sample.ts';

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
