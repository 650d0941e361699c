import { chequebookSchemas, staff } from '@daybook/domain';
import { chequebooks as repo } from '@daybook/domain/server';
import { created, exampleIds } from '../examples.ts';
import { recordOperations } from '../record-operations.ts';
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

const chequebook = recordOperations({
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

export const chequebooks = router({
  list: chequebook.list.query(({ ctx, input }) => repo.list(ctx.scope, input)),

  get: chequebook.get.query(({ ctx, input }) => repo.get(ctx.scope, input.chequebookID)),

  create: chequebook.create.mutation(({ ctx, input }) => repo.create(ctx.scope, input)),

  update: chequebook.update.mutation(({ ctx, input: { chequebookID, ...changes } }) =>
    repo.update(ctx.scope, chequebookID, changes),
  ),

  remove: chequebook.remove.mutation(({ ctx, input }) => repo.remove(ctx.scope, input.chequebookID)),

  restore: chequebook.restore.mutation(({ ctx, input }) => repo.restore(ctx.scope, input.chequebookID)),
});
