import {
  Cheque,
  ChequeChanges,
  ChequeCreate,
  ChequeFilter,
  ChequeQuery,
  ChequeSummary,
  changeOf,
  Id,
  page,
  Removed,
  staff,
} from '@daybook/domain';
import { cheques as repo } from '@daybook/domain/server';
import { z } from 'zod';
import { zoneOf } from '../context.ts';
import { onceOf } from '../once.ts';
import { operation, router } from '../trpc.ts';

const ChequeID = z.object({ chequeID: Id });

/** Today's date, YYYY-MM-DD, where the caller is. */
const today = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());

export const cheques = router({
  list: operation({ rest: 'GET /cheques', addition: true, access: staff, summary: 'List cheques' })
    .input(ChequeQuery)
    .output(page(Cheque))
    .query(({ ctx, input }) => repo.list(ctx.db, input)),

  get: operation({ rest: 'GET /cheques/{chequeID}', access: staff, summary: 'Fetch a cheque' })
    .input(ChequeID)
    .output(Cheque)
    .query(({ ctx, input }) => repo.get(ctx.db, input.chequeID)),

  create: operation({ rest: 'POST /cheques', access: staff, summary: 'Record a cheque' })
    .input(ChequeCreate)
    .output(Cheque)
    .mutation(({ ctx, input }) => repo.create(ctx.db, ctx.principal.id, input, onceOf(ctx, input))),

  update: operation({ rest: 'PUT /cheques/{chequeID}', access: staff, summary: 'Change fields of a cheque' })
    .input(changeOf('chequeID', ChequeChanges))
    .output(Cheque)
    .mutation(({ ctx, input: { chequeID, ...changes } }) =>
      repo.update(ctx.db, ctx.principal.id, chequeID, changes, ctx.ifMatch),
    ),

  remove: operation({
    rest: 'DELETE /cheques/{chequeID}',
    addition: true,
    access: staff,
    summary: 'Delete a cheque',
  })
    .input(ChequeID)
    .output(Removed)
    .mutation(({ ctx, input }) => repo.remove(ctx.db, ctx.principal.id, input.chequeID, ctx.ifMatch)),

  summary: operation({ access: staff, summary: 'Totals of cheques' })
    .input(ChequeFilter)
    .output(ChequeSummary)
    .query(({ ctx, input }) => repo.summary(ctx.db, input, today(zoneOf(ctx)))),
});
