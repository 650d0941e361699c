import { balanceReadingSchemas, staff } from '@daybook/domain';
import { balanceReadings as repo } from '@daybook/domain/server';
import { created, december, exampleIds } from '../examples.ts';
import { recordProcedures } from '../record-operations.ts';
import { router } from '../trpc.ts';

const record = {
  _id: exampleIds.balanceReading,
  account: exampleIds.bankAccount,
  accountName: 'Main account',
  date: '2023-12-08',
  balance: '10450.75',
  ...created,
};
const create = { account: exampleIds.bankAccount, date: '2023-12-8', balance: '10450.75' };

const balanceReading = recordProcedures(repo, {
  tag: { name: 'Balance readings', description: 'What the bank said that was in an account' },
  resource: 'balanceReadings',
  access: staff,
  addition: true,
  order: 'newest first',
  schemas: balanceReadingSchemas,
  overrides: {
    create: {
      errors: ['UNKNOWN_REFERENCE', 'READING_EXISTS'],
      // The account has no two readings of this day.
      example: { given: 'deleted', body: create, data: record },
    },
    update: { errors: ['UNKNOWN_REFERENCE', 'READING_EXISTS'] },
    restore: { errors: ['NOT_DELETED', 'READING_EXISTS'] },
  },
  example: {
    record,
    query: { ...december, account: exampleIds.bankAccount },
    create,
    update: { body: { balance: '-20' }, data: { balance: '-20' } },
  },
});

export const balanceReadings = router(balanceReading.procedures);
