import {
  changeOf,
  everyone,
  Id,
  Log,
  LogChanges,
  LogCreate,
  LogFilter,
  LogQuery,
  LogSummary,
  page,
  Removed,
  staff,
  visibleWorker,
} from '@daybook/domain';
import { logs as repo } from '@daybook/domain/server';
import { z } from 'zod';
import { onceOf } from '../once.ts';
import { operation, router } from '../trpc.ts';

const LogID = z.object({ logID: Id });

/** A User sees the own logs only. */
export const logs = router({
  list: operation({ rest: 'GET /logs', access: everyone, summary: 'List work logs' })
    .input(LogQuery)
    .output(page(Log))
    .query(({ ctx, input }) => repo.list(ctx.db, { ...input, visibleTo: visibleWorker(ctx.principal) })),

  get: operation({ rest: 'GET /logs/{logID}', addition: true, access: everyone, summary: 'Fetch a work log' })
    .input(LogID)
    .output(Log)
    .query(({ ctx, input }) => repo.get(ctx.db, input.logID, { visibleTo: visibleWorker(ctx.principal) })),

  create: operation({ rest: 'POST /logs', access: staff, summary: 'Record a work log' })
    .input(LogCreate)
    .output(Log)
    .mutation(({ ctx, input }) => repo.create(ctx.db, ctx.principal.id, input, onceOf(ctx, input))),

  update: operation({ rest: 'PUT /logs/{logID}', access: staff, summary: 'Change fields of a work log' })
    .input(changeOf('logID', LogChanges))
    .output(Log)
    .mutation(({ ctx, input: { logID, ...changes } }) =>
      repo.update(ctx.db, ctx.principal.id, logID, changes, ctx.ifMatch),
    ),

  remove: operation({ rest: 'DELETE /logs/{logID}', access: staff, summary: 'Delete a work log' })
    .input(LogID)
    .output(Removed)
    .mutation(({ ctx, input }) => repo.remove(ctx.db, ctx.principal.id, input.logID, ctx.ifMatch)),

  summary: operation({ access: everyone, summary: 'Totals of work logs' })
    .input(LogFilter)
    .output(LogSummary)
    .query(({ ctx, input }) => repo.summary(ctx.db, { ...input, visibleTo: visibleWorker(ctx.principal) })),
});
