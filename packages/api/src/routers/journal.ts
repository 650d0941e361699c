import { administrators, JournalEntry, JournalQuery, page } from '@daybook/domain';
import { journal as repo } from '@daybook/domain/server';
import { created, exampleIds } from '../examples.ts';
import { operations, router } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Journal', description: 'Who changed what, and when' },
  bulkhead: 'others',
});

/** Who changed what, and when. The database itself writes it; nothing here or elsewhere alters it. */
export const journal = router({
  list: operation({
    rest: 'GET /journal',
    addition: true,
    access: administrators,
    summary: 'List changes of records',
    description: 'One entry for each change, newest first, with the fields that changed before and after.',
    example: {
      parameters: { record: exampleIds.bill },
      data: [
        {
          _id: '7',
          at: created.createdAt,
          actor: exampleIds.administrator,
          actorName: 'Ada Lovelace',
          kind: 'bills',
          record: exampleIds.bill,
          action: 'create',
          before: null,
          after: { date: '2023-12-08', value: '-150', description: 'Refund', extraNotes: '' },
        },
      ],
    },
  })
    .input(JournalQuery)
    .output(page(JournalEntry))
    .query(({ ctx, input }) => repo.list(ctx.scope, input)),
});
