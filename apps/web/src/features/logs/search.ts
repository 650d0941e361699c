import { z } from 'zod';
import {
  dayParameter,
  flagParameter,
  monthParameter,
  sortParameter,
  textParameter,
} from '../../lib/search.ts';

/** What stands in the address of the table. Without any day it is this month; `range=all` takes that away. */
export const LogsSearch = z.object({
  from: dayParameter,
  to: dayParameter,
  range: z.literal('all').optional().catch(undefined),
  worker: textParameter,
  isAbsent: flagParameter,
  sort: sortParameter,
  /** Of a worker's own calendar. */
  month: monthParameter,
});
export type LogsSearch = z.output<typeof LogsSearch>;

export const MonthSearch = z.object({ month: monthParameter });

/** `staff=all`: also those who are not of role User. */
export const DaySearch = z.object({ day: dayParameter, staff: z.literal('all').optional().catch(undefined) });
