import { z } from 'zod';
import { paging } from '../values/paging.ts';
import { RecordId, serviceFields } from '../values/record.ts';
import { Amount, Day, DayInput, Flag, Id, IdList, Money } from '../values/scalars.ts';
import { optionalText, requiredText, text } from '../values/text.ts';

const fields = {
  serial: requiredText(64),
  dueDate: DayInput,
  value: Amount,
  description: optionalText(500),
  payee: Id,
  isCancelled: Flag,
};

export const ChequeCreate = z
  .object({
    ...fields,
    description: fields.description.default(''),
    isCancelled: Flag.default(false),
  })
  .meta({ id: 'ChequeCreate' });
export type ChequeCreate = z.output<typeof ChequeCreate>;

export const ChequeChanges = z
  .object(fields)
  .partial()
  .meta({ id: 'ChequeChanges', description: 'Only the fields sent change.' });
export type ChequeChanges = z.output<typeof ChequeChanges>;

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
  from: DayInput.optional().meta({ description: 'First due date, inclusive' }),
  to: DayInput.optional().meta({ description: 'Last due date, inclusive' }),
  payee: IdList.optional().meta({ description: 'One payee, or several separated by commas' }),
  serial: text(64).optional().meta({ description: 'Exactly this serial number' }),
  isCancelled: Flag.optional().meta({ description: 'Only cancelled cheques, or only the others' }),
  search: text(200)
    .optional()
    .meta({ description: 'Plain text in serial, description or payee, ignoring case and diacritics' }),
});
export type ChequeFilter = z.output<typeof ChequeFilter>;

export const ChequeQuery = z.object({ ...ChequeFilter.shape, ...paging });
export type ChequeQuery = z.output<typeof ChequeQuery>;

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
