import { z } from 'zod';
import { payEntryKinds } from '../pay-entries/pay-entries.schema.ts';
import { inOrder } from '../values/query.ts';
import { RecordId } from '../values/record.ts';
import { Day, DayInput, Id, Money, Total } from '../values/scalars.ts';

/** What was paid: the payments of logs, advances and payouts. */
const paid = Total.meta({ description: 'Payments of logs, advances and payouts' });
const balance = Total.meta({
  description: 'Openings + earned + bonuses − deductions − paid; below 0 the worker owes',
});

/** An entry as it stands in a line. */
export const LineEntry = z.object({
  _id: RecordId,
  kind: z.enum(payEntryKinds),
  amount: Money,
  extraNotes: z.string().meta({ description: 'The first 200 characters' }),
});

/** What happened on one date. */
export const PayLine = z
  .object({
    date: Day,
    isAbsent: z.boolean().optional().meta({
      description: 'Whether each log of the date is an absence; older settlements do not have it',
    }),
    workedMinutes: z.int(),
    overtimeMinutes: z.int(),
    earned: Total,
    paid,
    entries: z.array(LineEntry).meta({ description: 'The 20 oldest' }),
    entriesCount: z.int().meta({ description: 'How many entries the day has' }),
    balance: Total.meta({ description: 'After this line' }),
  })
  .meta({ id: 'PayLine' });
export type PayLine = z.infer<typeof PayLine>;

export const PayTotals = z
  .object({
    earned: Total,
    payments: Total.meta({ description: 'Of logs' }),
    openings: Total,
    bonuses: Total,
    deductions: Total,
    advances: Total,
    payouts: Total,
    paid,
    balance,
  })
  .meta({ id: 'PayTotals' });
export type PayTotals = z.infer<typeof PayTotals>;

export const StatementQuery = inOrder(
  z.object({
    userID: Id,
    from: DayInput.meta({ description: 'First day, inclusive' }),
    to: DayInput.meta({ description: 'Last day, inclusive; at most 366 days after today' }),
  }),
  'to',
);
export type StatementQuery = z.output<typeof StatementQuery>;

export const Statement = z
  .object({
    worker: RecordId,
    workerName: z.string(),
    from: Day,
    to: Day,
    opening: Total.meta({ description: 'The balance before the first day' }),
    lines: z.array(PayLine).meta({ description: 'Oldest first; days without anything are left out' }),
    totals: PayTotals.meta({ description: 'Of the period; balance is that at its end' }),
    missingRates: z.array(Day).meta({ description: 'Dates with work on which no rate holds' }),
  })
  .meta({ id: 'Statement', description: 'What a worker earned and got, day by day' });
export type Statement = z.infer<typeof Statement>;

export const BalanceQuery = inOrder(
  z.object({
    from: DayInput.optional().meta({
      description: 'First day of what was earned and paid; all of it unless it is sent',
    }),
    at: DayInput.optional().meta({
      description: 'The day at whose end; today unless it is sent, at most 366 days after it',
    }),
  }),
  'at',
);
export type BalanceQuery = z.output<typeof BalanceQuery>;

export const Balance = z
  .object({
    worker: RecordId,
    workerName: z.string(),
    earned: Total.meta({ description: 'Up to the day; from `from` on, where it is sent' }),
    paid,
    balance,
    settledTo: Day.nullable().meta({ description: 'Last day of the newest settlement that is not void' }),
  })
  .meta({ id: 'Balance', description: 'What a worker is owed' });
export type Balance = z.infer<typeof Balance>;

export const WorkerId = z.object({ userID: Id });
