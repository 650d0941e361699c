import { ChequeFilter, ChequeSummary, chequeSchemas, staff } from '@daybook/domain';
import { cheques as repo } from '@daybook/domain/server';
import { created, exampleIds } from '../examples.ts';
import { recordOperations } from '../record-operations.ts';
import { router } from '../trpc.ts';

const cheque = recordOperations({
  tag: { name: 'Cheques', description: 'Cheques issued to payees' },
  resource: 'cheques',
  noun: 'cheque',
  access: staff,
  schemas: chequeSchemas,
  overrides: {
    list: { addition: true },
    remove: { addition: true },
  },
  example: {
    record: {
      _id: exampleIds.cheque,
      serial: '00523',
      dueDate: '2024-02-09',
      value: '1200.50',
      description: 'Rent',
      payee: exampleIds.payee,
      payeeName: 'Paper Mill',
      isCancelled: false,
      ...created,
    },
    query: { payee: exampleIds.payee, isCancelled: 'false' },
    create: {
      serial: '00523',
      dueDate: '2024-2-9',
      value: '1200.50',
      description: 'Rent',
      payee: exampleIds.payee,
    },
    update: { body: { isCancelled: true, payee: exampleIds.payee }, data: { isCancelled: true } },
  },
});

export const cheques = router({
  list: cheque.list.query(({ ctx, input }) => repo.list(ctx.scope, input)),

  get: cheque.get.query(({ ctx, input }) => repo.get(ctx.scope, input.chequeID)),

  create: cheque.create.mutation(({ ctx, input }) => repo.create(ctx.scope, input)),

  update: cheque.update.mutation(({ ctx, input: { chequeID, ...changes } }) =>
    repo.update(ctx.scope, chequeID, changes),
  ),

  remove: cheque.remove.mutation(({ ctx, input }) => repo.remove(ctx.scope, input.chequeID)),

  restore: cheque.restore.mutation(({ ctx, input }) => repo.restore(ctx.scope, input.chequeID)),

  summary: cheque
    .operation({ access: staff, summary: 'Totals of cheques' })
    .input(ChequeFilter)
    .output(ChequeSummary)
    .query(({ ctx, input }) => repo.summary(ctx.scope, input)),
});
