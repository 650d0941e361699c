import { z } from 'zod';
import { BillSummary } from '../bills/bills.schema.ts';
import { Cheque, ChequeSummary } from '../cheques/cheques.schema.ts';
import { Shortfall } from '../forecast/forecast.schema.ts';
import { Log } from '../logs/logs.schema.ts';
import { RecordId } from '../values/record.ts';
import { Clock, Day } from '../values/scalars.ts';

/** What those who keep the books look at first, all of it in one answer. */
export const Home = z.object({
  today: Day.meta({ description: 'From which all days here are counted' }),
  /** Of today. */
  logs: z.array(Log),
  /** Who is active, by name, with the times and the break of the last presence in the 31 days before today. */
  workers: z.array(
    z.object({
      worker: RecordId,
      workerName: z.string(),
      startingTime: Clock.nullable(),
      finishingTime: Clock.nullable(),
      breakMinutes: z.int().nullable(),
    }),
  ),
  /** Of the last 14 days; one without logs is left out. */
  attendance: z.array(z.object({ date: Day, present: z.int(), absent: z.int() })),
  cheques: ChequeSummary,
  /** The first five that fall due in the next 30 days. */
  nextCheques: z.array(Cheque),
  /** Of the next 60 days; accounts that are not archived. */
  shortfalls: z.array(Shortfall),
  /** Of the last 12 months; one without bills is left out. */
  bills: BillSummary.shape.months,
});
export type Home = z.infer<typeof Home>;
