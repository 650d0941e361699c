import { z } from 'zod';
import { statusParameter } from '../../entities/cheques/cheque.ts';
import { dayParameter, monthParameter, sortParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address of the register. */
export const ChequesSearch = z.object({
  from: dayParameter,
  to: dayParameter,
  payee: textParameter,
  account: textParameter,
  status: statusParameter,
  search: textParameter,
  sort: sortParameter,
});
export type ChequesSearch = z.infer<typeof ChequesSearch>;

/** What stands in the address of the calendar: without a month it is the present one. */
export const CalendarSearch = z.object({ month: monthParameter, day: dayParameter, sort: sortParameter });

/** What stands in the address of the cheques that are past due. */
export const PastDueSearch = z.object({ sort: sortParameter });
