import { z } from 'zod';
import type { Resource } from '../resources.ts';
import { issue } from '../values/issues.ts';
import { RecordId } from '../values/record.ts';
import { Day, DayInput, Instant, listOf } from '../values/scalars.ts';
import { optionalText } from '../values/text.ts';

/** What can be closed, each up to a day of its own. */
export const closingKinds = ['logs', 'bills', 'payEntries', 'cheques'] as const;
export type ClosingKind = (typeof closingKinds)[number];

/** The resources whose writes can meet PERIOD_CLOSED, and the kind that is closed then. */
export const closedWith = {
  logs: 'logs',
  bills: 'bills',
  payEntries: 'payEntries',
  cheques: 'cheques',
  rates: 'logs',
} as const satisfies Readonly<Partial<Record<Resource, ClosingKind>>>;

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
