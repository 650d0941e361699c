import {
  changeOf,
  Id,
  Payee,
  PayeeChanges,
  PayeeCreate,
  PayeeQuery,
  page,
  Removed,
  staff,
} from '@daybook/domain';
import { payees as repo } from '@daybook/domain/server';
import { z } from 'zod';
import { onceOf } from '../once.ts';
import { operation, router } from '../trpc.ts';

const PayeeID = z.object({ payeeID: Id });

export const payees = router({
  list: operation({ rest: 'GET /payees', addition: true, access: staff, summary: 'List payees' })
    .input(PayeeQuery)
    .output(page(Payee))
    .query(({ ctx, input }) => repo.list(ctx.db, input)),

  get: operation({ rest: 'GET /payees/{payeeID}', access: staff, summary: 'Fetch a payee' })
    .input(PayeeID)
    .output(Payee)
    .query(({ ctx, input }) => repo.get(ctx.db, input.payeeID)),

  create: operation({ rest: 'POST /payees', access: staff, summary: 'Record a payee' })
    .input(PayeeCreate)
    .output(Payee)
    .mutation(({ ctx, input }) => repo.create(ctx.db, ctx.principal.id, input, onceOf(ctx, input))),

  update: operation({
    rest: 'PUT /payees/{payeeID}',
    addition: true,
    access: staff,
    summary: 'Change fields of a payee',
  })
    .input(changeOf('payeeID', PayeeChanges))
    .output(Payee)
    .mutation(({ ctx, input: { payeeID, ...changes } }) =>
      repo.update(ctx.db, ctx.principal.id, payeeID, changes, ctx.ifMatch),
    ),

  remove: operation({ rest: 'DELETE /payees/{payeeID}', access: staff, summary: 'Delete a payee' })
    .input(PayeeID)
    .output(Removed)
    .mutation(({ ctx, input }) => repo.remove(ctx.db, ctx.principal.id, input.payeeID, ctx.ifMatch)),
});
