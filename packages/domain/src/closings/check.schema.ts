import { z } from 'zod';
import { inOrder } from '../values/query.ts';
import { RecordId } from '../values/record.ts';
import { Clock, Day, DayInput, Total } from '../values/scalars.ts';

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
