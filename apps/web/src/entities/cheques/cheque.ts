import type { Outputs } from '@daybook/client';
import { addDays, type DayText } from '../../lib/dates.ts';

export type Cheque = Outputs['cheques']['get'];

/** Cancelled, or how near its due date is. */
export type ChequeState = 'overdue' | 'soon' | 'due' | 'cancelled';

/** In the order of urgency. */
export const states: readonly ChequeState[] = ['overdue', 'soon', 'due', 'cancelled'];

const soonDays = 7;

export function stateOf(
  { dueDate, isCancelled }: Pick<Cheque, 'dueDate' | 'isCancelled'>,
  today: DayText,
): ChequeState {
  if (isCancelled) return 'cancelled';
  if (dueDate < today) return 'overdue';
  return dueDate <= addDays(today, soonDays) ? 'soon' : 'due';
}

/** What the register can be filtered by, as in its address. */
export interface ChequeFilters {
  readonly from?: DayText | undefined;
  readonly to?: DayText | undefined;
  readonly payee?: string | undefined;
  readonly isCancelled?: 'true' | 'false' | undefined;
  readonly search?: string | undefined;
}

const open = { isCancelled: 'false', sort: 'dueDate' } as const;

/** What the register filters by for each question about open cheques; the nearest due date first. */
export const dueFilters = (today: DayText) =>
  ({
    overdue: { ...open, from: undefined, to: addDays(today, -1) },
    in7: { ...open, from: today, to: addDays(today, 7) },
    in30: { ...open, from: today, to: addDays(today, 30) },
  }) as const;
