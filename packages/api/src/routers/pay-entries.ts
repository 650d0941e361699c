import { payEntrySchemas, staff } from '@daybook/domain';
import { payEntries as repo } from '@daybook/domain/server';
import { created, december, exampleIds } from '../examples.ts';
import { bulkRecordProcedures } from '../record-operations.ts';
import { router } from '../trpc.ts';

const payEntry = bulkRecordProcedures(repo, {
  tag: { name: 'Pay entries', description: 'Advances, payouts, bonuses, deductions and opening balances' },
  resource: 'payEntries',
  access: staff,
  addition: true,
  order: 'newest first',
  schemas: payEntrySchemas,
  overrides: {
    list: { summary: 'List pay entries' },
    create: {
      description: 'A Supervisor writes those of other workers of role User. The worker may be deleted.',
    },
    update: { errors: ['UNKNOWN_REFERENCE', 'SETTLEMENT_STATE'] },
    remove: { errors: ['SETTLEMENT_STATE'] },
    restore: { errors: ['NOT_DELETED', 'SETTLEMENT_STATE'] },
  },
  example: {
    record: {
      _id: exampleIds.payEntry,
      worker: exampleIds.user,
      workerName: 'Grace Hopper',
      date: '2023-12-08',
      kind: 'advance',
      amount: '200',
      extraNotes: '',
      cheque: null,
      chequeName: '',
      settlement: null,
      ...created,
    },
    query: { ...december, worker: exampleIds.user },
    create: { worker: exampleIds.user, date: '2023-12-8', kind: 'advance', amount: '200' },
    update: { body: { amount: 250 }, data: { amount: '250' } },
  },
});

/** A Supervisor writes those of other workers of role User, which the database decides. */
export const payEntries = router(payEntry.procedures);
