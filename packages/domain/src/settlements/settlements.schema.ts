import { z } from 'zod';
import { attachmentCount } from '../attachments/attachments.schema.ts';
import { PayLine, PayTotals } from '../pay/pay.schema.ts';
import { listQuery } from '../values/listing.ts';
import { dayRange } from '../values/query.ts';
import { RecordId, serviceFields } from '../values/record.ts';
import { Amount, choiceList, Day, DayInput, Flag, Id, IdList, Instant, Total } from '../values/scalars.ts';
import { requiredText } from '../values/text.ts';

export const settlementStatuses = ['issued', 'acknowledged', 'void'] as const;

/** What a settlement freezes of each date. */
export const frozenFields = [
  'earned',
  'payments',
  'openings',
  'advances',
  'payouts',
  'bonuses',
  'deductions',
] as const;

export const Correction = z
  .object({
    date: Day,
    field: z.enum(frozenFields),
    before: Total.meta({
      description: 'As the newest settlement of this date that is not void had it, else 0',
    }),
    after: Total,
  })
  .meta({ id: 'Correction', description: 'What has changed of a date that was settled before' });
export type Correction = z.infer<typeof Correction>;

/** A settlement as it would be issued now. */
const draft = {
  number: z
    .int()
    .min(1)
    .meta({ description: 'Of the worker’s settlements, from 1; a used number stays used' }),
  worker: RecordId,
  workerName: z.string(),
  from: Day,
  to: Day,
  opening: Total.meta({ description: 'The balance of the settlement before it, or 0' }),
  earned: Total,
  paid: Total.meta({ description: 'With its own payout' }),
  payout: Total.meta({ description: 'Its own, which is paid with it; 0 without one' }),
  balance: Total.meta({ description: 'What is left after the payout; below 0 the worker owes' }),
  corrections: z.array(Correction),
  replaces: RecordId.nullable().meta({ description: 'The void settlement in whose place it is' }),
  lines: z.array(PayLine).meta({ description: 'Without corrections and payouts of settlements' }),
  totals: PayTotals.meta({ description: 'With corrections and its own payout' }),
};

export const SettlementPreview = z
  .object({
    ...draft,
    missingRates: z.array(Day).meta({ description: 'Its dates with work on which no rate holds' }),
  })
  .meta({ id: 'SettlementPreview', description: 'A settlement as it would be issued now' });
export type SettlementPreview = z.infer<typeof SettlementPreview>;

/** Of the business, as its papers have it. */
export const PaperBusiness = z
  .object({ name: z.string(), address: z.string(), phoneNumber: z.string(), currency: z.string().nullable() })
  .meta({ id: 'PaperBusiness', description: 'The business as it was when the settlement was issued' });

export const Settlement = z
  .object({
    _id: RecordId,
    ...draft,
    workerName: z
      .string()
      .meta({ description: 'As it was when it was issued; of somebody erased the new one' }),
    business: PaperBusiness,
    status: z.enum(settlementStatuses),
    reason: z.string().meta({ description: 'Why it is void' }),
    acknowledgedAt: Instant.nullable(),
    ...attachmentCount,
    ...serviceFields,
  })
  .meta({ id: 'Settlement', description: 'A statement that is frozen, paid and signed' });
export type Settlement = z.infer<typeof Settlement>;

export const SettlementQuery = listQuery(Settlement, '-to', {
  ...dayRange('day of a settlement’s end'),
  worker: IdList.optional().meta({ description: 'One worker, or several separated by commas' }),
  status: choiceList(settlementStatuses)
    .optional()
    .meta({ description: 'One status, or several separated by commas' }),
});
export type SettlementQuery = z.output<typeof SettlementQuery>;

export const SettlementPreviewQuery = z.object({
  worker: Id,
  to: DayInput.meta({ description: 'Last day, not after today' }),
});
export type SettlementPreviewQuery = z.output<typeof SettlementPreviewQuery>;

export const SettlementCreate = z
  .object({
    worker: Id,
    to: DayInput.meta({ description: 'Last day, not after today' }),
    payout: Amount.optional().meta({ description: 'Paid with it; becomes an entry' }),
    payoutDate: DayInput.optional().meta({ description: 'Of the payout; to unless it is sent' }),
  })
  .meta({ id: 'SettlementCreate' });
export type SettlementCreate = z.output<typeof SettlementCreate>;

export const SettlementVoid = z.object({
  settlementID: Id,
  reason: requiredText(500),
  keepPayout: Flag.default(false).meta({
    description: 'The payout stays as an ordinary entry; otherwise it goes with the settlement',
  }),
});
export type SettlementVoid = z.output<typeof SettlementVoid>;
