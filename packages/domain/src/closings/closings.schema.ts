import { z } from 'zod';
import { closingKinds } from '../resources.ts';
import { issue } from '../values/issues.ts';
import { inOrder } from '../values/query.ts';
import { RecordId } from '../values/record.ts';
import { Clock, Day, DayInput, Instant, listOf, Total } from '../values/scalars.ts';
import { optionalText } from '../values/text.ts';

const Kind = z.enum(closingKinds, issue('invalid_choice', { values: closingKinds }));

export const ClosingCreate = z
  .object({
    through: DayInput.nullable().meta({
      description:
        'The last day that is closed, not after today; an earlier one than before, or null, re-opens',
    }),
    kinds: listOf(Kind, 1, closingKinds.length),
    reason: optionalText(500).default('').meta({ description: 'Required to re-open' }),
  })
  .meta({ id: 'ClosingCreate' });
export type ClosingCreate = z.output<typeof ClosingCreate>;

/** One act of closing or re-opening. */
export const Closing = z
  .object({
    _id: z.string().meta({ description: 'Number of the closing' }),
    through: Day.nullable(),
    kinds: z.array(z.enum(closingKinds)),
    reason: z.string(),
    reopened: z.boolean().meta({ description: 'Whether a day that was closed is open since' }),
    actor: RecordId.nullable(),
    actorName: z.string(),
    createdAt: Instant,
  })
  .meta({ id: 'Closing' });
export type Closing = z.infer<typeof Closing>;

export const Closings = z
  .object({
    current: z
      .object({
        logs: Day.nullable(),
        bills: Day.nullable(),
        payEntries: Day.nullable(),
        cheques: Day.nullable(),
      })
      .meta({ description: 'The last day that is closed, or null' }),
    history: z.array(Closing).meta({ description: 'Newest first, at most 1000; of POST at most 100' }),
  })
  .meta({ id: 'Closings' });
export type Closings = z.infer<typeof Closings>;

/** The longest shift that is not odd. */
export const MAX_SHIFT_MINUTES = 16 * 60;
/** As many of each sort are named; all are counted. */
export const MAX_FINDINGS = 100;
/** Of a worker as many dates without a log are named. */
export const MAX_GAP_DATES = 31;

export const ClosingCheckQuery = inOrder(
  z.object({
    from: DayInput.meta({ description: 'First day that is looked at' }),
    through: DayInput.meta({ description: 'Last day that is looked at, not after today' }),
  }),
  'through',
);
export type ClosingCheckQuery = z.output<typeof ClosingCheckQuery>;

/** How many there are, and the first of them, by day. */
const findingsOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ count: z.int(), items: z.array(item).max(MAX_FINDINGS) });

const ofWorker = { worker: RecordId, workerName: z.string() };
const shift = {
  log: RecordId,
  date: Day,
  startingTime: Clock,
  finishingTime: Clock,
};

/** What is odd about a period that is to be closed. */
export const ClosingCheck = z
  .object({
    unrecorded: findingsOf(
      z.object({ ...ofWorker, count: z.int(), dates: z.array(Day).max(MAX_GAP_DATES) }),
    ).meta({
      description:
        'By worker of role User: dates, no weekend ones, without a log, from the first log or rate on. `count` is of all workers’ dates',
    }),
    overlaps: findingsOf(z.object({ ...ofWorker, first: z.object(shift), second: z.object(shift) })).meta({
      description: 'Two shifts of one worker at the same time, also across midnight',
    }),
    longShifts: findingsOf(z.object({ ...ofWorker, ...shift, minutes: z.int() })).meta({
      description: `Shifts of more than ${MAX_SHIFT_MINUTES} minutes`,
    }),
    missingRates: findingsOf(z.object({ ...ofWorker, date: Day })).meta({
      description: 'Dates with work on which the worker has no rate',
    }),
    unsettled: findingsOf(z.object({ ...ofWorker, balance: Total, settledTo: Day.nullable() })).meta({
      description: 'Workers who are owed, or owe, something at the end and are not settled up to it',
    }),
  })
  .meta({ id: 'ClosingCheck' });
export type ClosingCheck = z.infer<typeof ClosingCheck>;
