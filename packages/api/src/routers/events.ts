import { EventPage, EventQuery, everyone, FollowQuery } from '@daybook/domain';
import { events as repo } from '@daybook/domain/server';
import { tracked } from '@trpc/server';
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
    eventStream: true,
    access: everyone,
    summary: 'List changes after a position',
    description:
      'Each change of a record that you may read, once, oldest first. Nothing is ever added before a position that was answered, so ' +
      'none is skipped while others write. Positions that are missing are of changes that you may not read or did not ask for. To keep a ' +
      'copy in step, ask without `after`, read the lists, then ask with the last `position`, again and again. With `Accept: text/event-stream` they are server-sent events as they happen (`x-other-content`); such a stream ends with the session, the token or the role, and 503 says that there are too many.',
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
            actor: exampleIds.administrator,
            actorName: 'Ada Lovelace',
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
  follow: operation({ access: everyone, summary: 'Follow changes after a position', batch: false })
    .input(FollowQuery)
    .subscription(
      async ({ ctx, input: { lastEventId, kinds, ...input }, signal = new AbortController().signal }) => {
        const read = (after: number | undefined) => repo.list(ctx.scope, { after, kinds });
        const first = await read(lastEventId ?? input.after);
        const later = ctx.followEvents({ after: first.position, kinds }, signal, read);
        return inTurn(first, later);
      },
    ),
});

/** With positions as their ids, from which a client that reconnects goes on. */
async function* inTurn(first: EventPage, later: AsyncIterable<EventPage>) {
  yield tracked(String(first.position), first);
  for await (const page of later) yield tracked(String(page.position), page);
}
