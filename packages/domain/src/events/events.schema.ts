import { z } from 'zod';
import { journalActions, journalKinds } from '../journal/kinds.ts';
import { issue } from '../values/issues.ts';
import { Limit } from '../values/paging.ts';
import { RecordId } from '../values/record.ts';
import { choiceList, Instant } from '../values/scalars.ts';

const Position = z.int().min(0);

/** One change of one record, without its contents. */
export const Event = z
  .object({
    position: Position.meta({ description: 'Place in the feed: rises from each event to the next' }),
    kind: z.enum(journalKinds),
    record: RecordId,
    action: z.enum(journalActions),
    version: z.int().nullable().meta({ description: 'Of the record afterwards; null where it has none' }),
    at: Instant,
    actor: RecordId.nullable().meta({
      description:
        'Who did it; null: the operator, the service itself, or somebody whom the caller may not see',
    }),
    actorName: z.string(),
  })
  .meta({ id: 'Event', description: 'A change of a record' });
export type Event = z.infer<typeof Event>;

export const EventPage = z.object({
  events: z.array(Event),
  position: Position.meta({ description: 'Send it as `after` to go on, also where there are no events' }),
  hasMore: z.boolean().meta({ description: 'Whether there is more to read at once' }),
});
export type EventPage = z.infer<typeof EventPage>;

const positions = issue('invalid_integer', { min: 0, max: Number.MAX_SAFE_INTEGER });
export const EventQuery = z.object({
  after: z
    .preprocess(
      (value) => (typeof value === 'string' && /^[0-9]{1,16}$/.test(value) ? Number(value) : value),
      z.int(positions).min(0, positions),
    )
    .optional()
    .meta({ description: 'A position: only events after it. Without it none, and the newest position' }),
  kinds: choiceList(journalKinds)
    .optional()
    .meta({ description: 'Only events of these kinds of records, separated by commas' }),
  limit: Limit.optional().meta({ description: 'Events in one response, 1 to 1000' }),
});
export type EventQuery = z.output<typeof EventQuery>;

/** What a stream of events begins with; `lastEventId` of one that goes on, and then counts instead of `after`. */
export const FollowQuery = EventQuery.pick({ after: true, kinds: true }).extend({
  lastEventId: EventQuery.shape.after,
});
