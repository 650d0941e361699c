import { z } from 'zod';
import { attachmentCount } from '../attachments/attachments.schema.ts';
import { listQuery } from '../values/listing.ts';
import { amountRange, dayRange, inOrder, searchOf } from '../values/query.ts';
import { bodies, RecordId, serviceFields } from '../values/record.ts';
import {
  Amount,
  AmountList,
  choiceList,
  Day,
  DayInput,
  Flag,
  Id,
  IdList,
  Money,
  Sum,
  Total,
} from '../values/scalars.ts';
import { optionalText, requiredText, text } from '../values/text.ts';
import { Warning } from '../values/warnings.ts';
import { chequeStatuses } from './states.ts';

export const { create: ChequeCreate, changes: ChequeChanges } = bodies('Cheque', {
  serial: requiredText(64),
  dueDate: DayInput,
  value: Amount,
  description: optionalText(500).default(''),
  payee: Id,
  account: Id.nullable().default(null),
  isCancelled: Flag.default(false),
});

export const ChequeStatus = z.enum(chequeStatuses).meta({ id: 'ChequeStatus' });
export type ChequeStatus = z.infer<typeof ChequeStatus>;

export const Cheque = z
  .object({
    _id: RecordId,
    serial: z.string(),
    dueDate: Day,
    value: Money,
    description: z.string(),
    payee: RecordId,
    payeeName: z.string(),
    account: RecordId.nullable().meta({ description: 'The bank account that it is drawn on' }),
    accountName: z.string(),
    isCancelled: z.boolean().meta({ description: 'Whether its status is cancelled' }),
    status: ChequeStatus,
    statusDate: Day.nullable().meta({
      description: 'Day of the last event that is not undone; null without one',
    }),
    attempts: z.int().min(0).meta({ description: 'How often it bounced' }),
    replaces: RecordId.nullable().meta({ description: 'The cheque that it was written for in replacement' }),
    replacedBy: z.array(RecordId).meta({ description: 'The cheques written in its replacement' }),
    isStale: z.boolean().meta({
      description: 'Whether it is open and no bank takes it any more, by `staleAfterMonths` of the settings',
    }),
    ...attachmentCount,
    ...serviceFields,
    warnings: z
      .array(Warning)
      .optional()
      .meta({ description: 'What is odd about what was written; absent where nothing is' }),
  })
  .meta({ id: 'Cheque' });
export type Cheque = z.infer<typeof Cheque>;

/** Serials that hold no comma. */
const SerialList = text(10_000)
  .transform((value) => [...new Set(value.split(',').map((serial) => serial.trim()))].filter(Boolean))
  .meta({ description: 'Exactly these serial numbers, separated by commas' });

export const ChequeFilter = inOrder(
  z.object({
    ...dayRange('due date'),
    payee: IdList.optional().meta({ description: 'One payee, or several separated by commas' }),
    account: IdList.optional().meta({ description: 'One bank account, or several separated by commas' }),
    serial: text(64).optional().meta({ description: 'Exactly this serial number' }),
    serials: SerialList.optional(),
    value: AmountList.optional(),
    ...amountRange,
    isCancelled: Flag.optional().meta({ description: 'Only cancelled cheques, or only the others' }),
    status: choiceList(chequeStatuses)
      .optional()
      .meta({ description: 'One status, or several separated by commas' }),
    search: searchOf('serial, description or payee'),
  }),
  'to',
);
export type ChequeFilter = z.output<typeof ChequeFilter>;

export const ChequeQuery = listQuery(Cheque, '-dueDate', ChequeFilter.shape);
export type ChequeQuery = z.output<typeof ChequeQuery>;

export const chequeSchemas = {
  record: Cheque,
  create: ChequeCreate,
  changes: ChequeChanges,
  query: ChequeQuery,
};

/** Without cancelled cheques; what is overdue or falls due is of open ones alone. Days are counted from `today`. */
export const ChequeSummary = z.object({
  today: Day,
  count: z.int(),
  total: Total,
  overdue: Sum,
  dueIn7Days: Sum,
  dueIn30Days: Sum,
});
export type ChequeSummary = z.infer<typeof ChequeSummary>;
