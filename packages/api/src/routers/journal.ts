import { administrators, JournalEntry, JournalQuery, page } from '@daybook/domain';
import { journal as repo } from '@daybook/domain/server';
import { zoneOf } from '../context.ts';
import { operation, router } from '../trpc.ts';

/** Who changed what, and when. The database itself writes it; nothing here or elsewhere alters it. */
export const journal = router({
  list: operation({
    rest: 'GET /journal',
    addition: true,
    access: administrators,
    summary: 'List changes of records',
    description: 'One entry for each change, newest first, with the fields that changed before and after.',
  })
    .input(JournalQuery)
    .output(page(JournalEntry))
    .query(({ ctx, input }) => repo.list(ctx.db, input, zoneOf(ctx))),
});
