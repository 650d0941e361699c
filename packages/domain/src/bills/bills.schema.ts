import { z } from 'zod';
import { attachmentCount } from '../attachments/attachments.schema.ts';
import { ChequeCreate } from '../cheques/cheques.schema.ts';
import { issue } from '../values/issues.ts';
import { chosen, listQuery } from '../values/listing.ts';
import { paging } from '../values/paging.ts';
import { amountRange, dayRange, inOrder, searchOf } from '../values/query.ts';
import { bodies, RecordId, serviceFields } from '../values/record.ts';
import {
  AmountList,
  choiceList,
  Day,
  DayInput,
  Flag,
  Id,
  IdList,
  listOf,
  Money,
  SignedAmount,
  Sum,
  Total,
  toDay,
  wholeNumber,
} from '../values/scalars.ts';
import { optionalText } from '../values/text.ts';
import { Warning } from '../values/warnings.ts';
import { plusDays, plusMonths } from '../values/zones.ts';
import { billStatuses } from './states.ts';

export const { create: BillCreate, changes: BillChanges } = bodies('Bill', {
  date: DayInput,
  value: SignedAmount,
  description: optionalText(500).default(''),
  extraNotes: optionalText(10_000).default(''),
  payee: Id.nullable().default(null),
  dueDate: DayInput.nullable().default(null),
  paidOn: DayInput.nullable().default(null),
  account: Id.nullable().default(null).meta({ description: 'The bank account from which it is paid' }),
  cheque: Id.nullable().default(null).meta({ description: 'The cheque with which it is paid' }),
});
export type BillCreate = z.output<typeof BillCreate>;
export type BillChanges = z.output<typeof BillChanges>;

export const BillStatus = z.enum(billStatuses).meta({ id: 'BillStatus' });
export type BillStatus = z.infer<typeof BillStatus>;

export const Bill = z
  .object({
    _id: RecordId,
    date: Day,
    value: Money,
    description: z.string(),
    extraNotes: z.string(),
    payee: RecordId.nullable(),
    payeeName: z.string(),
    dueDate: Day.nullable(),
    paidOn: Day.nullable(),
    account: RecordId.nullable().meta({ description: 'The bank account from which it is paid' }),
    accountName: z.string(),
    cheque: RecordId.nullable().meta({
      description:
        'The cheque with which it is paid; once that is replaced, one of those in its place: an open one while there is any',
    }),
    chequeSerial: z.string(),
    status: BillStatus.nullable().meta({
      description:
        'null without `dueDate`; else `paid` with `paidOn`, or once its cheque, or every one in its place, is cleared',
    }),
    isOverdue: z.boolean().meta({ description: 'Whether it is due, and `dueDate` is before today' }),
    ...attachmentCount,
    ...serviceFields,
    warnings: z
      .array(Warning)
      .optional()
      .meta({ description: 'What is odd about what was written; absent where nothing is' }),
  })
  .meta({ id: 'Bill' });
export type Bill = z.infer<typeof Bill>;

const filter = inOrder(
  z.object({
    ...dayRange('date'),
    value: AmountList.optional(),
    ...amountRange,
    status: choiceList(billStatuses)
      .optional()
      .meta({ description: 'One status, or several separated by commas' }),
    payee: IdList.optional().meta({ description: 'One payee, or several separated by commas' }),
    account: IdList.optional().meta({ description: 'One bank account, or several separated by commas' }),
    cheque: IdList.optional().meta({
      description: 'One cheque that pays them, or several separated by commas',
    }),
    dueFrom: DayInput.optional().meta({ description: 'First due date, inclusive' }),
    dueTo: DayInput.optional().meta({ description: 'Last due date, inclusive' }),
    search: searchOf('description or notes'),
  }),
  'to',
);
export const BillFilter = inOrder(filter, 'dueTo', 'dueFrom');
export type BillFilter = z.output<typeof BillFilter>;

/** Of the ledger, whose order is its own. */
export const LedgerQuery = BillFilter.safeExtend({ ...chosen, ...paging });
export type LedgerQuery = z.output<typeof LedgerQuery>;

export const BillQuery = listQuery(Bill, '-date', BillFilter.shape, ['dueDate']);
export type BillQuery = z.output<typeof BillQuery>;

export const billSchemas = {
  record: Bill,
  create: BillCreate,
  changes: BillChanges,
  query: BillQuery,
};

export const LedgerEntry = z
  .object({ ...Bill.omit({ warnings: true }).shape, balance: Total })
  .meta({ id: 'LedgerEntry', description: 'A bill, and the total of all bills up to and including it' });
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** What is due is counted from `today`. */
export const BillSummary = z.object({
  today: Day,
  count: z.int(),
  rangeTotal: Total,
  allTimeTotal: Total,
  open: Sum.meta({ description: 'Due, whenever that is' }),
  overdue: Sum,
  dueIn7: Sum,
  dueIn30: Sum,
  months: z.array(
    z.object({ month: z.string().meta({ description: 'YYYY-MM' }), count: z.int(), total: Total }),
  ),
});
export type BillSummary = z.infer<typeof BillSummary>;

const MAX_MONTHS = 120;
const { date, value, description, payee } = BillCreate.shape;

/** Bills of the same value, one for each month. */
export const BillSeries = z
  .object({
    firstDate: date.meta({
      description:
        'Each date is counted from this one: the 31st is the last day of a shorter month, and the 31st again',
    }),
    months: wholeNumber(1, MAX_MONTHS),
    value: value.meta({ description: 'Of each bill' }),
    description,
    payee,
    dueAfterDays: wholeNumber(0, 3650)
      .optional()
      .meta({ description: 'So many days after its date each bill is due; without it none has a due date' }),
    dryRun: Flag.default(false).meta({
      description: 'true: nothing is made; the answer is what would be, without identifiers',
    }),
  })
  .refine(
    ({ firstDate, months, dueAfterDays = 0 }) =>
      toDay(plusDays(plusMonths(firstDate, months - 1), dueAfterDays)) !== undefined,
    {
      path: ['firstDate'],
      ...issue('invalid_date'),
    },
  )
  .meta({ id: 'BillSeries' });
export type BillSeries = z.output<typeof BillSeries>;

/** A bill that a dry run would make. */
export const PlannedBill = Bill.pick({
  date: true,
  value: true,
  description: true,
  payee: true,
  payeeName: true,
  dueDate: true,
}).meta({ id: 'PlannedBill' });

/** A bill that was made, or one that a dry run would make. */
export const SeriesBill = z.union([Bill, PlannedBill]);
export type SeriesBill = z.infer<typeof SeriesBill>;

/** The most bills that one cheque pays at once. */
const MAX_BILLS = 100;

/** A new cheque, and the bills that it pays. */
export const ChequeForBills = z
  .object({
    bills: listOf(Id, 1, MAX_BILLS).meta({ description: `1 to ${MAX_BILLS} identifiers; each counts once` }),
    serial: ChequeCreate.shape.serial,
    dueDate: ChequeCreate.shape.dueDate,
    value: ChequeCreate.shape.value,
    description: ChequeCreate.shape.description,
    payee: ChequeCreate.shape.payee,
    account: ChequeCreate.shape.account,
  })
  .meta({ id: 'ChequeForBills' });
export type ChequeForBills = z.output<typeof ChequeForBills>;
