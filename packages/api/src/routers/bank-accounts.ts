import { bankAccountSchemas, staff } from '@daybook/domain';
import { bankAccounts as repo } from '@daybook/domain/server';
import { created, exampleIds } from '../examples.ts';
import { recordOperations } from '../record-operations.ts';
import { router } from '../trpc.ts';

const chequeForm = {
  width: 170,
  height: 80,
  fields: { date: { x: 130, y: 12 }, payee: { x: 20, y: 25, width: 100 }, amount: { x: 130, y: 35 } },
};

const bankAccount = recordOperations({
  tag: { name: 'Bank accounts', description: 'Accounts that cheques are drawn on' },
  resource: 'bankAccounts',
  path: 'bank-accounts',
  title: 'bank account',
  access: staff,
  addition: true,
  order: 'by name',
  schemas: bankAccountSchemas,
  example: {
    record: {
      _id: exampleIds.bankAccount,
      name: 'Main account',
      bank: 'First Bank',
      number: '12-345-6789',
      isArchived: false,
      chequeForm,
      ...created,
    },
    query: { search: 'main', isArchived: 'false' },
    create: { name: 'Main account', bank: 'First Bank', number: '12-345-6789', chequeForm },
    update: { body: { isArchived: true, chequeForm: null }, data: { isArchived: true, chequeForm: null } },
  },
});

export const bankAccounts = router({
  list: bankAccount.list.query(({ ctx, input }) => repo.list(ctx.scope, input)),

  get: bankAccount.get.query(({ ctx, input }) => repo.get(ctx.scope, input.bankAccountID)),

  create: bankAccount.create.mutation(({ ctx, input }) => repo.create(ctx.scope, input)),

  update: bankAccount.update.mutation(({ ctx, input: { bankAccountID, ...changes } }) =>
    repo.update(ctx.scope, bankAccountID, changes),
  ),

  remove: bankAccount.remove.mutation(({ ctx, input }) => repo.remove(ctx.scope, input.bankAccountID)),

  restore: bankAccount.restore.mutation(({ ctx, input }) => repo.restore(ctx.scope, input.bankAccountID)),
});
