import { chequebookSchemas, staff } from '@daybook/domain';
import { chequebooks as repo } from '@daybook/domain/server';
import { created, exampleIds } from '../examples.ts';
import { recordProcedures } from '../record-operations.ts';
import { router } from '../trpc.ts';

const record = {
  _id: exampleIds.chequebook,
  account: exampleIds.bankAccount,
  accountName: 'Main account',
  firstSerial: '000101',
  lastSerial: '000150',
  nextSerial: '000101',
  ...created,
};
const create = { account: exampleIds.bankAccount, firstSerial: '000101', lastSerial: '000150' };

const chequebook = recordProcedures(repo, {
  tag: { name: 'Chequebooks', description: 'Serials of the cheques of a bank account' },
  resource: 'chequebooks',
  access: staff,
  addition: true,
  order: 'by first serial',
  schemas: chequebookSchemas,
  overrides: {
    create: {
      errors: ['UNKNOWN_REFERENCE', 'BOOK_OVERLAP'],
      // The account has no two books with these serials.
      example: { given: 'deleted', body: create, data: record },
    },
    update: { errors: ['UNKNOWN_REFERENCE', 'BOOK_OVERLAP'] },
    restore: { errors: ['NOT_DELETED', 'BOOK_OVERLAP'] },
  },
  example: {
    record,
    query: { account: exampleIds.bankAccount },
    create,
    update: { body: { lastSerial: '000200' }, data: { lastSerial: '000200' } },
  },
});

export const chequebooks = router(chequebook.procedures);
