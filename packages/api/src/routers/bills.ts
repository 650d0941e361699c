import {
  BillFilter,
  BillSeries,
  BillSummary,
  billSchemas,
  Cheque,
  ChequeForBills,
  LedgerEntry,
  LedgerQuery,
  page,
  SeriesBill,
  staff,
} from '@daybook/domain';
import { billPayments, billSeries, bills as repo } from '@daybook/domain/server';
import { z } from 'zod';
import { created, december, exampleIds } from '../examples.ts';
import { bulkRecordProcedures } from '../record-operations.ts';
import { router } from '../trpc.ts';
import { exampleCheque } from './cheques.ts';

const empty = {
  payee: null,
  payeeName: '',
  dueDate: null,
  paidOn: null,
  account: null,
  accountName: '',
  cheque: null,
  chequeSerial: '',
  status: null,
  isOverdue: false,
};

const record = {
  _id: exampleIds.bill,
  date: '2023-12-08',
  value: '-150',
  description: 'Refund',
  extraNotes: '',
  ...empty,
  attachments: 0,
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

const rent = { ...record, value: '700', description: 'Rent', status: 'due' as const, isOverdue: true };
const none = { count: 0, total: '0' };

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
      description:
        'Of the bills that the filters let through, by month too; `allTimeTotal` is of all bills. What is due is counted from `today`.',
      example: {
        parameters: december,
        data: {
          today: '2023-12-08',
          count: 1,
          rangeTotal: '-150',
          allTimeTotal: '-150',
          open: none,
          overdue: none,
          dueIn7: none,
          dueIn30: none,
          months: [{ month: '2023-12', count: 1, total: '-150' }],
        },
      },
    })
    .input(BillFilter)
    .output(BillSummary)
    .query(({ ctx, input }) => repo.summary(ctx.scope, input)),

  addSeries: bill
    .operation({
      rest: 'POST /bills/series',
      addition: true,
      access: staff,
      summary: 'Make a bill for each month',
      description:
        'All of them or none, in the order of their days. With `dryRun` nothing is made: the answer is what would be, without identifiers.',
      creates: true,
      errors: ['UNKNOWN_REFERENCE', 'PERIOD_CLOSED'],
      example: {
        body: { firstDate: '2024-1-31', months: 2, value: '700', description: 'Rent', dueAfterDays: 10 },
        data: [
          { ...rent, date: '2024-01-31', dueDate: '2024-02-10' },
          { ...rent, date: '2024-02-29', dueDate: '2024-03-10' },
        ],
      },
    })
    .input(BillSeries)
    .output(z.array(SeriesBill))
    .mutation(({ ctx, input }) => billSeries.addSeries(ctx.scope, input)),

  payByCheque: bill
    .operation({
      rest: 'POST /bills/cheque',
      addition: true,
      access: staff,
      summary: 'Pay bills by a cheque',
      description:
        'Makes the cheque and names it in each of the bills, all or none. A bill that is paid, or that has a cheque which is neither cancelled nor deleted, is 409.',
      creates: true,
      alsoAbout: 'cheques',
      errors: ['UNKNOWN_REFERENCE', 'BILL_PAID', 'PERIOD_CLOSED'],
      example: {
        body: {
          bills: [exampleIds.bill],
          serial: '00523',
          dueDate: '2024-2-9',
          value: '1200.50',
          description: 'Rent',
          payee: exampleIds.payee,
        },
        data: exampleCheque,
      },
    })
    .input(ChequeForBills)
    .output(Cheque)
    .mutation(({ ctx, input }) => billPayments.payByCheque(ctx.scope, input)),
});
