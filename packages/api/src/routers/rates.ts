import { administrators, rateSchemas } from '@daybook/domain';
import { rates as repo } from '@daybook/domain/server';
import { created, exampleIds } from '../examples.ts';
import { bulkRecordProcedures } from '../record-operations.ts';
import { router } from '../trpc.ts';

const record = {
  _id: exampleIds.rate,
  worker: exampleIds.user,
  workerName: 'Grace Hopper',
  from: '2023-12-01',
  basis: 'hour' as const,
  amount: '37.50',
  dayMinutes: 480,
  overtimeFactor: '1.5',
  monthDays: 26,
  extraNotes: '',
  ...created,
};
const create = {
  worker: exampleIds.user,
  from: '2023-12-1',
  basis: 'hour',
  amount: '37.50',
  overtimeFactor: '1.5',
};

const rate = bulkRecordProcedures(repo, {
  tag: { name: 'Rates', description: 'What workers earn, from a day on' },
  resource: 'rates',
  access: administrators,
  addition: true,
  order: 'newest first',
  schemas: rateSchemas,
  overrides: {
    create: {
      errors: ['UNKNOWN_REFERENCE', 'RATE_EXISTS'],
      // The worker has no two rates from this day.
      example: { given: 'deleted', body: create, data: record },
    },
    update: { errors: ['UNKNOWN_REFERENCE', 'RATE_EXISTS'] },
    restore: { errors: ['NOT_DELETED', 'RATE_EXISTS'] },
  },
  example: {
    record,
    query: { worker: exampleIds.user },
    create,
    update: { body: { amount: 40 }, data: { amount: '40' } },
  },
});

/** Administrators alone read and write them. */
export const rates = router(rate.procedures);
