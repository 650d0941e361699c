import { z } from 'zod';
import { paging } from '../values/paging.ts';
import { dayRange, searchOf } from '../values/query.ts';
import { bodies, RecordId, serviceFields } from '../values/record.ts';
import { Amount, Day, DayInput, Flag, Id, IdList, Money } from '../values/scalars.ts';
import { optionalText, requiredText, text } from '../values/text.ts';

export const { create: ChequeCreate, changes: ChequeChanges } = bodies('Cheque', {
  serial: requiredText(64),
  dueDate: DayInput,
  value: Amount,
  description: optionalText(500).default(''),
  payee: Id,
  isCancelled: Flag.default(false),
});

export const Cheque = z
  .object({
    _id: RecordId,
    serial: z.string(),
    dueDate: Day,
    value: Money,
    description: z.string(),
    payee: RecordId,
    payeeName: z.string(),
    isCancelled: z.boolean(),
    ...serviceFields,
  })
  .meta({ id: 'Cheque' });
export type Cheque = z.infer<typeof Cheque>;

export const ChequeFilter = z.object({
  ...dayRange('due date'),
  payee: IdList.optional().meta({ description: 'One payee, or several separated by commas' }),
  serial: text(64).optional().meta({ description: 'Exactly this serial number' }),
  isCancelled: Flag.optional().meta({ description: 'Only cancelled cheques, or only the others' }),
  search: searchOf('serial, description or payee'),
});
export type ChequeFilter = z.output<typeof ChequeFilter>;

export const chequeSchemas = {
  record: Cheque,
  create: ChequeCreate,
  changes: ChequeChanges,
  query: z.object({ ...ChequeFilter.shape, ...paging }),
};

const Sum = z.object({ count: z.int(), total: Money });

/** Without cancelled cheques; days are counted from `today`. */
export const ChequeSummary = z.object({
  today: Day,
  count: z.int(),
  total: Money,
  overdue: Sum,
  dueIn7Days: Sum,
  dueIn30Days: Sum,
});
export type ChequeSummary = z.infer<typeof ChequeSummary>;
