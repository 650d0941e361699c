import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { paging } from '../values/paging.ts';
import { RecordId } from '../values/record.ts';
import { Amount, Day, DayInput, Id, Instant, listOf, Money } from '../values/scalars.ts';
import { optionalText } from '../values/text.ts';
import { Cheque, ChequeChanges, ChequeCreate, ChequeStatus } from './cheques.schema.ts';
import { chequeEventKinds, recordedKinds } from './states.ts';

/** The most cheques that one request is about. */
export const MAX_SERIES_LENGTH = 500;

const EventNumber = z.string().meta({ description: 'Number of the event', examples: ['42'] });

export const ChequeEvent = z
  .object({
    _id: EventNumber,
    kind: z.enum(chequeEventKinds),
    date: Day,
    reason: z.string(),
    charge: Money.nullable().meta({ description: 'What the bank charged for a cheque that bounced' }),
    fromStatus: ChequeStatus,
    toStatus: ChequeStatus,
    undoes: EventNumber.nullable().meta({ description: 'The event that this one takes back' }),
    actor: RecordId.nullable().meta({ description: 'Who recorded it; null: the operator' }),
    actorName: z.string(),
    createdAt: Instant,
  })
  .meta({ id: 'ChequeEvent', description: 'One thing that happened to a cheque' });
export type ChequeEvent = z.infer<typeof ChequeEvent>;

export const ChequeEventQuery = z.object(paging);
export type ChequeEventQuery = z.output<typeof ChequeEventQuery>;

const event = {
  kind: z
    .enum(recordedKinds, issue('invalid_choice', { values: recordedKinds }))
    .meta({ description: '`replace` is made with POST /cheques/{chequeID}/replacement' }),
  date: DayInput.optional().meta({
    description: 'Today unless given; neither in the future nor before the last event',
  }),
  reason: optionalText(500).default(''),
  charge: Amount.optional().meta({ description: 'What the bank charged; with `bounce` alone' }),
};

/** A charge belongs to a cheque that bounced. */
const withoutCharge = <S extends z.ZodType<{ kind: string; charge?: string | undefined }>>(schema: S) =>
  schema.refine(({ kind, charge }) => charge === undefined || kind === 'bounce', {
    path: ['charge'],
    ...issue('bounce_only'),
  });

export const ChequeEventCreate = withoutCharge(z.object({ chequeID: Id, ...event })).meta({
  id: 'ChequeEventCreate',
});
export type ChequeEventCreate = z.output<typeof ChequeEventCreate>;

/** The most cheques that replace one. */
const MAX_REPLACEMENTS = 100;

/** The same event of several cheques. */
export const ChequeEventsCreate = withoutCharge(
  z.object({
    cheques: listOf(Id, 1, MAX_SERIES_LENGTH).meta({
      description: `1 to ${MAX_SERIES_LENGTH} identifiers; each counts once`,
    }),
    ...event,
  }),
).meta({ id: 'ChequeEventsCreate', description: 'Recorded for all of the cheques, or for none' });
export type ChequeEventsCreate = z.output<typeof ChequeEventsCreate>;

const ReplacementCheque = z.object({
  serial: ChequeCreate.shape.serial,
  dueDate: ChequeCreate.shape.dueDate,
  value: ChequeCreate.shape.value,
  description: ChequeChanges.shape.description.meta({
    description: 'As in the cheque replaced, unless sent',
  }),
  payee: ChequeChanges.shape.payee.meta({ description: 'As in the cheque replaced, unless sent' }),
  account: ChequeChanges.shape.account.meta({ description: 'As in the cheque replaced, unless sent' }),
});

export const ChequeReplacement = z
  .object({
    chequeID: Id,
    date: event.date,
    reason: event.reason,
    cheques: listOf(ReplacementCheque, 1, MAX_REPLACEMENTS),
  })
  .meta({ id: 'ChequeReplacement', description: 'The cheque is cancelled, and these are made in its place' });
export type ChequeReplacement = z.output<typeof ChequeReplacement>;

export const ChequeReplaced = z
  .object({ cheque: Cheque, replacements: z.array(Cheque) })
  .meta({ id: 'ChequeReplaced' });
export type ChequeReplaced = z.infer<typeof ChequeReplaced>;
