import { z } from 'zod';
import { chosen, listQuery } from '../values/listing.ts';
import { paging } from '../values/paging.ts';
import { dayRange, inOrder, searchOf } from '../values/query.ts';
import { bodies, RecordId, serviceFields } from '../values/record.ts';
import { AmountList, Day, DayInput, Money, SignedAmount, Total } from '../values/scalars.ts';
import { optionalText } from '../values/text.ts';

export const { create: BillCreate, changes: BillChanges } = bodies('Bill', {
  date: DayInput,
  value: SignedAmount,
  description: optionalText(500).default(''),
  extraNotes: optionalText(10_000).default(''),
});
export type BillCreate = z.output<typeof BillCreate>;
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

export const BillFilter = inOrder(
  z.object({
    ...dayRange('date'),
    value: AmountList.optional(),
    search: searchOf('description or notes'),
  }),
  'to',
);
export type BillFilter = z.output<typeof BillFilter>;

/** Of the ledger, whose order is its own. */
export const LedgerQuery = BillFilter.safeExtend({ ...chosen, ...paging });
export type LedgerQuery = z.output<typeof LedgerQuery>;

export const billSchemas = {
  record: Bill,
  create: BillCreate,
  changes: BillChanges,
  query: listQuery(Bill, '-date', BillFilter.shape),
};

export const LedgerEntry = z
  .object({ ...Bill.shape, balance: Total })
  .meta({ id: 'LedgerEntry', description: 'A bill, and the total of all bills up to and including it' });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const BillSummary = z.object({
  count: z.int(),
  rangeTotal: Total,
  allTimeTotal: Total,
  months: z.array(
    z.object({ month: z.string().meta({ description: 'YYYY-MM' }), count: z.int(), total: Total }),
  ),
});
export type BillSummary = z.infer<typeof BillSummary>;
