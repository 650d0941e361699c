import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { listQuery } from '../values/listing.ts';
import { dayRange } from '../values/query.ts';
import { bodies, RecordId, serviceFields } from '../values/record.ts';
import { Amount, Day, DayInput, Id, IdList, Money, wholeNumber, wholeNumberOr } from '../values/scalars.ts';
import { optionalText } from '../values/text.ts';

export const rateBases = ['hour', 'day', 'month', 'none'] as const;

const invalidFactor = issue('invalid_factor', { min: 0, max: 10 });

const OvertimeFactor = Amount.refine((factor) => Number(factor) <= 10, invalidFactor).meta({
  id: 'OvertimeFactor',
  description: 'By which overtime is paid: from 0 to 10, with at most 4 digits after the point',
  examples: ['1.5'],
});

const { create, changes } = bodies('Rate', {
  worker: Id,
  from: DayInput,
  basis: z.enum(rateBases, issue('invalid_choice', { values: rateBases })),
  amount: Amount,
  dayMinutes: wholeNumber(1, 1440),
  overtimeFactor: OvertimeFactor.default('1'),
  monthDays: wholeNumber(1, 31),
  extraNotes: optionalText(10_000).default(''),
});

/** `none` needs no amount; `dayMinutes` is that of the settings if it is left out, which the database sets. */
export const RateCreate = create
  .extend({
    amount: Amount.optional(),
    dayMinutes: wholeNumber(1, 1440).optional(),
    monthDays: wholeNumberOr(26, wholeNumber(1, 31)),
  })
  .refine(({ basis, amount }) => basis === 'none' || amount !== undefined, {
    path: ['amount'],
    ...issue('amount_required'),
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({
    id: 'RateCreate',
    description:
      'amount is required unless basis is none; if they are left out, dayMinutes is that of the settings, overtimeFactor 1 and monthDays 26.',
  });
export type RateCreate = z.output<typeof RateCreate>;
export const RateChanges = changes;
export type RateChanges = z.output<typeof RateChanges>;

export const Rate = z
  .object({
    _id: RecordId,
    worker: RecordId,
    workerName: z.string(),
    from: Day.meta({
      description: 'The first day on which it holds; it holds until the next rate of the worker',
    }),
    basis: z.enum(rateBases).meta({
      description: 'What the amount is paid for: an hour, a day with work, a month; none earns nothing',
    }),
    amount: Money,
    dayMinutes: z.int().meta({ description: 'Minutes of a day, beyond which work is overtime' }),
    overtimeFactor: Money.meta({ description: 'By which overtime is paid' }),
    monthDays: z.int().meta({ description: 'Parts of a month’s pay of which an absence takes one' }),
    extraNotes: z.string(),
    ...serviceFields,
  })
  .meta({ id: 'Rate', description: 'What a worker earns, from a day on' });
export type Rate = z.infer<typeof Rate>;

export const rateSchemas = {
  record: Rate,
  create: RateCreate,
  changes: RateChanges,
  query: listQuery(Rate, '-from', {
    ...dayRange('day from which a rate holds'),
    worker: IdList.optional().meta({ description: 'One worker, or several separated by commas' }),
  }),
};
