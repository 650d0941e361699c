import { EventPage, EventQuery, everyone } from '@daybook/domain';
import { events as repo } from '@daybook/domain/server';
import { created, exampleIds } from '../examples.ts';
import { operations, router } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Events', description: 'Changes of records, to follow' },
  bulkhead: 'others',
  tokens: 'journal',
});

export const events = router({
  list: operation({
    rest: 'GET /events',
    addition: true,
    access: everyone,
    summary: 'List changes after a position',
    description:
      'Each change of a record that you may read, once, oldest first. Nothing is ever added before a position that was answered, so ' +
      'none is skipped while others write. Positions that are missing are of changes that you may not read or did not ask for. To keep a ' +
      'copy in step, ask without `after`, read the lists, then ask with the last `position`, again and again.',
    errors: ['GONE'],
    example: {
      parameters: { after: 6, kinds: 'bills' },
      data: {
        events: [
          {
            position: 7,
            kind: 'bills',
            record: exampleIds.bill,
            action: 'create',
            version: 1,
            at: created.createdAt,
          },
        ],
        position: 7,
        hasMore: false,
      },
    },
  })
    .input(EventQuery)
    .output(EventPage)
    .query(({ ctx, input }) => repo.list(ctx.scope, input)),
});
