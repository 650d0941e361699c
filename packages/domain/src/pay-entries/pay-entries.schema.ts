import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { listQuery } from '../values/listing.ts';
import { dayRange } from '../values/query.ts';
import { bodies, RecordId, serviceFields } from '../values/record.ts';
import { choiceList, Day, DayInput, Id, IdList, Money, SignedAmount } from '../values/scalars.ts';
import { optionalText } from '../values/text.ts';

export const payEntryKinds = ['opening', 'advance', 'payout', 'bonus', 'deduction'] as const;
export type PayEntryKind = (typeof payEntryKinds)[number];

export const { create: PayEntryCreate, changes: PayEntryChanges } = bodies('PayEntry', {
  worker: Id,
  date: DayInput,
  kind: z
    .enum(payEntryKinds, issue('invalid_choice', { values: payEntryKinds }))
    .meta({ description: 'The amount is positive, but that of opening, which may be negative' }),
  amount: SignedAmount,
  extraNotes: optionalText(10_000).default(''),
  cheque: Id.nullable().default(null).meta({ description: 'By which it was paid' }),
});
export type PayEntryCreate = z.output<typeof PayEntryCreate>;
export type PayEntryChanges = z.output<typeof PayEntryChanges>;

export const PayEntry = z
  .object({
    _id: RecordId,
    worker: RecordId,
    workerName: z.string(),
    date: Day,
    kind: z.enum(payEntryKinds),
    amount: Money,
    extraNotes: z.string(),
    cheque: RecordId.nullable(),
    chequeName: z.string().meta({ description: 'Its serial' }),
    settlement: RecordId.nullable().meta({
      description: 'The settlement whose payout this is: it alone changes the entry',
    }),
    ...serviceFields,
  })
  .meta({ id: 'PayEntry', description: 'Money between the business and a worker' });
export type PayEntry = z.infer<typeof PayEntry>;

export const payEntrySchemas = {
  record: PayEntry,
  create: PayEntryCreate,
  changes: PayEntryChanges,
  query: listQuery(PayEntry, '-date', {
    ...dayRange('day'),
    worker: IdList.optional().meta({ description: 'One worker, or several separated by commas' }),
    cheque: IdList.optional().meta({ description: 'One cheque, or several separated by commas' }),
    kind: choiceList(payEntryKinds)
      .optional()
      .meta({ description: 'One kind, or several separated by commas' }),
  }),
};
