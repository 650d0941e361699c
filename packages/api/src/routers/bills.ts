import { BillFilter, BillSummary, billSchemas, LedgerEntry, LedgerQuery, page, staff } from '@daybook/domain';
import { bills as repo } from '@daybook/domain/server';
import { created, december, exampleIds } from '../examples.ts';
import { bulkRecordProcedures } from '../record-operations.ts';
import { router } from '../trpc.ts';

const record = {
  _id: exampleIds.bill,
  date: '2023-12-08',
  value: '-150',
  description: 'Refund',
  extraNotes: '',
  ...created,
};

const bill = bulkRecordProcedures(repo, {
  tag: { name: 'Bills', description: 'Dated monetary entries; a negative value is money that came back' },
  resource: 'bills',
  access: staff,
  order: 'newest first',
  schemas: billSchemas,
  example: {
    record,
    query: { ...december, limit: 50 },
    create: { date: '2023-12-8', value: '-150', description: 'Refund', extraNotes: '' },
    update: { body: { extraNotes: 'by hand' }, data: { extraNotes: 'by hand' } },
  },
});

export const bills = router({
  ...bill.procedures,

  ledger: bill
    .operation({
      rest: 'GET /bills/ledger',
      addition: true,
      access: staff,
      summary: 'List bills with their running balance',
      description:
        'As GET /bills, in its order. `balance` is the total of all bills up to this one, whatever is filtered.',
      example: { parameters: { ...december, limit: 50 }, data: [{ ...record, balance: '-150' }] },
    })
    .input(LedgerQuery)
    .output(page(LedgerEntry))
    .query(({ ctx, input }) => repo.ledger(ctx.scope, input)),

  summary: bill
    .operation({
      rest: 'GET /bills/summary',
      addition: true,
      access: staff,
      summary: 'Totals of bills',
      description: 'Of the bills that the filters let through, by month too; `allTimeTotal` is of all bills.',
      example: {
        parameters: december,
        data: {
          count: 1,
          rangeTotal: '-150',
          allTimeTotal: '-150',
          months: [{ month: '2023-12', count: 1, total: '-150' }],
        },
      },
    })
    .input(BillFilter)
    .output(BillSummary)
    .query(({ ctx, input }) => repo.summary(ctx.scope, input)),
});
