import { payeeSchemas, staff } from '@daybook/domain';
import { payees as repo } from '@daybook/domain/server';
import { created, exampleIds } from '../examples.ts';
import { recordOperations } from '../record-operations.ts';
import { router } from '../trpc.ts';

const payee = recordOperations({
  tag: { name: 'Payees', description: 'People and organisations that are paid' },
  resource: 'payees',
  access: staff,
  order: 'by name',
  schemas: payeeSchemas,
  overrides: { list: { addition: true }, update: { addition: true } },
  example: {
    record: {
      _id: exampleIds.payee,
      name: 'Paper Mill',
      email: '',
      phoneNumber: '+972512345678',
      extraNotes: 'ورق',
      ...created,
    },
    query: { search: 'paper' },
    create: { name: 'Paper Mill', email: '', phoneNumber: '+972 51-234-5678', extraNotes: 'ورق' },
    update: { body: { email: 'mill@example.org' }, data: { email: 'mill@example.org' } },
  },
});

export const payees = router({
  list: payee.list.query(({ ctx, input }) => repo.list(ctx.scope, input)),

  get: payee.get.query(({ ctx, input }) => repo.get(ctx.scope, input.payeeID)),

  create: payee.create.mutation(({ ctx, input }) => repo.create(ctx.scope, input)),

  update: payee.update.mutation(({ ctx, input: { payeeID, ...changes } }) =>
    repo.update(ctx.scope, payeeID, changes),
  ),

  remove: payee.remove.mutation(({ ctx, input }) => repo.remove(ctx.scope, input.payeeID)),

  restore: payee.restore.mutation(({ ctx, input }) => repo.restore(ctx.scope, input.payeeID)),
});
