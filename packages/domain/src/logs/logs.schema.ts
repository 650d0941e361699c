import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { listQuery } from '../values/listing.ts';
import { dayRange, inOrder } from '../values/query.ts';
import { RecordId, serviceFields } from '../values/record.ts';
import {
  Amount,
  Clock,
  ClockInput,
  Day,
  DayInput,
  Flag,
  Id,
  IdList,
  Money,
  Total,
  wholeNumber,
  wholeNumberOr,
} from '../values/scalars.ts';
import { optionalText } from '../values/text.ts';
import { shiftMinutes } from './shift.ts';

const fields = {
  date: DayInput,
  startingTime: ClockInput,
  finishingTime: ClockInput,
  breakMinutes: wholeNumber(0, 1439).meta({
    description: 'Minutes of rest, at most the whole time; it counts for nothing while isAbsent is true',
  }),
  payment: Amount,
  extraNotes: optionalText(10_000),
  worker: Id,
  isAbsent: Flag,
};

/** Asked even where other fields are at fault, so that one answer names them all. */
const present = (field: string) => ({
  path: [field],
  ...issue('time_required'),
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});

/** Times may be `null` or left out for somebody absent. */
export const LogCreate = z
  .object({
    ...fields,
    startingTime: ClockInput.nullish(),
    finishingTime: ClockInput.nullish(),
    breakMinutes: wholeNumberOr(0, fields.breakMinutes),
    payment: Amount.default('0'),
    extraNotes: fields.extraNotes.default(''),
    isAbsent: Flag.default(false),
  })
  .refine((log) => log.isAbsent || log.startingTime != null, present('startingTime'))
  .refine((log) => log.isAbsent || log.finishingTime != null, present('finishingTime'))
  .refine(
    ({ isAbsent, startingTime, finishingTime, breakMinutes }) =>
      isAbsent ||
      !startingTime ||
      !finishingTime ||
      breakMinutes <= shiftMinutes(startingTime, finishingTime),
    { path: ['breakMinutes'], ...issue('break_too_long') },
  )
  .meta({
    id: 'LogCreate',
    description:
      'Both times are required unless isAbsent is true; payment is "0" and breakMinutes 0 if they are left out.',
  });

/** An absent log is taken back as it was answered: `null` keeps the time, and stands beside `isAbsent` true alone. */
export const LogChanges = z
  .object({ ...fields, startingTime: ClockInput.nullable(), finishingTime: ClockInput.nullable() })
  .partial()
  .refine((log) => log.isAbsent || log.startingTime !== null, present('startingTime'))
  .refine((log) => log.isAbsent || log.finishingTime !== null, present('finishingTime'))
  .meta({
    id: 'LogChanges',
    description: 'Only the fields sent change; null keeps a time, of an absent log only.',
  });

export const Log = z
  .object({
    _id: RecordId,
    date: Day,
    startingTime: Clock.nullable(),
    finishingTime: Clock.nullable(),
    crossesMidnight: z.boolean().meta({ description: 'Finished on the next day' }),
    durationMinutes: z
      .int()
      .min(0)
      .max(1439)
      .meta({ description: 'Minutes of the whole shift; 0 when absent' }),
    breakMinutes: z.int().min(0).max(1439).meta({ description: 'Minutes of rest; kept through an absence' }),
    workedMinutes: z
      .int()
      .min(0)
      .max(1439)
      .meta({ description: 'durationMinutes less breakMinutes; 0 when absent' }),
    payment: Money,
    extraNotes: z.string(),
    worker: RecordId,
    workerName: z.string(),
    isAbsent: z.boolean(),
    ...serviceFields,
  })
  .meta({ id: 'Log' });
export type Log = z.infer<typeof Log>;

export const LogFilter = inOrder(
  z.object({
    ...dayRange('date'),
    worker: IdList.optional().meta({ description: 'One worker, or several separated by commas' }),
    isAbsent: Flag.optional().meta({ description: 'Only absences, or only presences' }),
  }),
  'to',
);
export type LogFilter = z.output<typeof LogFilter>;

export const LogQuery = listQuery(Log, '-date', LogFilter.shape);
export type LogQuery = z.output<typeof LogQuery>;

export const logSchemas = { record: Log, create: LogCreate, changes: LogChanges, query: LogQuery };

const totals = {
  count: z.int(),
  payments: Total,
  daysWorked: z.int().meta({ description: 'Days on which a worker was present, counted per worker' }),
  absences: z.int(),
  minutes: z.int().meta({ description: 'Of whole shifts' }),
  workedMinutes: z.int().meta({ description: 'minutes less the breaks' }),
};

export const LogSummary = z.object({
  ...totals,
  workers: z.array(z.object({ worker: RecordId, workerName: z.string(), ...totals })),
});
export type LogSummary = z.infer<typeof LogSummary>;
