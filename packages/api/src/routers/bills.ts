import {
  Bill,
  BillChanges,
  BillCreate,
  BillFilter,
  BillQuery,
  BillSummary,
  changeOf,
  Id,
  LedgerEntry,
  page,
  Removed,
  staff,
} from '@daybook/domain';
import { bills as repo } from '@daybook/domain/server';
import { z } from 'zod';
import { onceOf } from '../once.ts';
import { operation, router } from '../trpc.ts';

const BillID = z.object({ billID: Id });

export const bills = router({
  list: operation({ rest: 'GET /bills', access: staff, summary: 'List bills' })
    .input(BillQuery)
    .output(page(Bill))
    .query(({ ctx, input }) => repo.list(ctx.db, input)),

  get: operation({ rest: 'GET /bills/{billID}', access: staff, summary: 'Fetch a bill' })
    .input(BillID)
    .output(Bill)
    .query(({ ctx, input }) => repo.get(ctx.db, input.billID)),

  create: operation({ rest: 'POST /bills', access: staff, summary: 'Record a bill' })
    .input(BillCreate)
    .output(Bill)
    .mutation(({ ctx, input }) => repo.create(ctx.db, ctx.principal.id, input, onceOf(ctx, input))),

  update: operation({ rest: 'PUT /bills/{billID}', access: staff, summary: 'Change fields of a bill' })
    .input(changeOf('billID', BillChanges))
    .output(Bill)
    .mutation(({ ctx, input: { billID, ...changes } }) =>
      repo.update(ctx.db, ctx.principal.id, billID, changes, ctx.ifMatch),
    ),

  remove: operation({ rest: 'DELETE /bills/{billID}', access: staff, summary: 'Delete a bill' })
    .input(BillID)
    .output(Removed)
    .mutation(({ ctx, input }) => repo.remove(ctx.db, ctx.principal.id, input.billID, ctx.ifMatch)),

  ledger: operation({ access: staff, summary: 'Bills with their running balance' })
    .input(BillQuery)
    .output(page(LedgerEntry))
    .query(({ ctx, input }) => repo.ledger(ctx.db, input)),

  summary: operation({ access: staff, summary: 'Totals of bills' })
    .input(BillFilter)
    .output(BillSummary)
    .query(({ ctx, input }) => repo.summary(ctx.db, input)),
});
