import { z } from 'zod';
import { paging } from '../values/paging.ts';
import { RecordId, serviceFields } from '../values/record.ts';
import { Day, DayInput, Money, SignedAmount } from '../values/scalars.ts';
import { optionalText, text } from '../values/text.ts';

const fields = {
  date: DayInput,
  value: SignedAmount,
  description: optionalText(500),
  extraNotes: optionalText(10_000),
};

export const BillCreate = z
  .object({
    ...fields,
    description: fields.description.default(''),
    extraNotes: fields.extraNotes.default(''),
  })
  .meta({ id: 'BillCreate' });
export type BillCreate = z.output<typeof BillCreate>;

export const BillChanges = z
  .object(fields)
  .partial()
  .meta({ id: 'BillChanges', description: 'Only the fields sent change.' });
export type BillChanges = z.output<typeof BillChanges>;

export const Bill = z
  .object({
    _id: RecordId,
    date: Day,
    value: Money,
    description: z.string(),
    extraNotes: z.string(),
    ...serviceFields,
  })
  .meta({ id: 'Bill' });
export type Bill = z.infer<typeof Bill>;

export const BillFilter = z.object({
  from: DayInput.optional().meta({ description: 'First date, inclusive' }),
  to: DayInput.optional().meta({ description: 'Last date, inclusive' }),
  search: text(200)
    .optional()
    .meta({ description: 'Plain text in description or notes, ignoring case and diacritics' }),
});
export type BillFilter = z.output<typeof BillFilter>;

export const BillQuery = z.object({ ...BillFilter.shape, ...paging });
export type BillQuery = z.output<typeof BillQuery>;

export const LedgerEntry = z
  .object({ ...Bill.shape, balance: Money })
  .meta({ id: 'LedgerEntry', description: 'A bill, and the total of all bills up to and including it' });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const BillSummary = z.object({
  count: z.int(),
  rangeTotal: Money,
  allTimeTotal: Money,
  months: z.array(
    z.object({ month: z.string().meta({ description: 'YYYY-MM' }), count: z.int(), total: Money }),
  ),
});
export type BillSummary = z.infer<typeof BillSummary>;
