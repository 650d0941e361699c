import { z } from 'zod';
import { paging } from '../values/paging.ts';
import { RecordId } from '../values/record.ts';
import { Id, Instant } from '../values/scalars.ts';

/** An address of the calendar feed, without its secret. */
export const Calendar = z
  .object({
    _id: RecordId,
    user: RecordId.meta({ description: 'Whose it is' }),
    createdAt: Instant,
    lastReadAt: Instant.nullable().meta({ description: 'Null where nobody has read it; within 5 minutes' }),
    lastReadFrom: z.string().nullable().meta({ description: 'Network address of who read it then' }),
  })
  .meta({ id: 'Calendar' });
export type Calendar = z.infer<typeof Calendar>;

/** The one answer that holds the secret. */
export const NewCalendar = z
  .object({
    _id: RecordId,
    url: z.string().meta({ description: 'Whoever has this address reads the calendar: it is shown once' }),
  })
  .meta({ id: 'NewCalendar' });

export const CalendarQuery = z.object({
  user: Id.optional().meta({ description: 'Whose; the caller’s own unless an Administrator asks' }),
  ...paging,
});
export type CalendarQuery = z.output<typeof CalendarQuery>;
