import { z } from 'zod';
import { chequeStatuses } from '../cheques/states.ts';
import { inOrder } from '../values/query.ts';
import { RecordId } from '../values/record.ts';
import { Day, DayInput, Id, Money, Sum, Total } from '../values/scalars.ts';

export const PayeeStatementQuery = inOrder(
  z.object({
    payeeID: Id,
    from: DayInput.meta({ description: 'First day, inclusive' }),
    to: DayInput.meta({ description: 'Last day, inclusive' }),
  }),
  'to',
);
export type PayeeStatementQuery = z.output<typeof PayeeStatementQuery>;

export const payeeLineKinds = ['bill', 'payment', 'expense'] as const;

export const PayeeLine = z
  .object({
    date: Day.meta({ description: 'Of a payment: `paidOn`, or the day on which its last cheque cleared' }),
    kind: z.enum(payeeLineKinds).meta({
      description:
        '`bill` raises what is open, `payment` lowers it; an `expense`, a bill with neither `dueDate` nor `paidOn`, is billed and paid at once',
    }),
    description: z.string().meta({ description: 'Of the bill: the first 200 characters' }),
    dueDate: Day.nullable(),
    chequeSerial: z.string(),
    value: Money,
    open: Total.meta({ description: 'After this line' }),
    bill: RecordId,
    cheque: RecordId.nullable().meta({
      description: 'With which it is paid; of a payment by several, the one that cleared last',
    }),
  })
  .meta({ id: 'PayeeLine' });
export type PayeeLine = z.infer<typeof PayeeLine>;

export const PayeeCheque = z
  .object({
    _id: RecordId,
    serial: z.string(),
    dueDate: Day,
    value: Money,
    status: z.enum(chequeStatuses),
    statusDate: Day.nullable(),
  })
  .meta({ id: 'PayeeCheque' });
export type PayeeCheque = z.infer<typeof PayeeCheque>;

const byStatus = Object.fromEntries(chequeStatuses.map((status) => [status, Sum])) as Record<
  (typeof chequeStatuses)[number],
  typeof Sum
>;

export const PayeeStatement = z
  .object({
    payee: RecordId,
    payeeName: z.string(),
    from: Day,
    to: Day,
    opening: Total.meta({ description: 'What was open before the first day' }),
    lines: z.array(PayeeLine).meta({ description: 'Oldest first; of a day bills before payments' }),
    totals: z.object({
      billed: Total.meta({ description: 'Bills and expenses of the period' }),
      paid: Total.meta({ description: 'Payments and expenses of the period' }),
      open: Total.meta({ description: 'At the end of the period: opening + billed − paid' }),
      cheques: z.object(byStatus).meta({ description: 'Of the cheques of the period, by status' }),
    }),
    cheques: z.array(PayeeCheque).meta({ description: 'Those due in the period, the earliest first' }),
  })
  .meta({ id: 'PayeeStatement', description: 'What a payee billed and was paid' });
export type PayeeStatement = z.infer<typeof PayeeStatement>;
