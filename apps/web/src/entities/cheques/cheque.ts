import type { Inputs, Outputs } from '@daybook/client';
import { type ChequeEventKind, type ChequeStatus, isOpen } from '@daybook/domain';
import { addDays, type DayText } from '../../lib/dates.ts';

export type Cheque = Outputs['cheques']['get'];

/** How near the due date of an open cheque is; the status of any other. */
export type ChequeState = 'overdue' | 'soon' | 'due' | 'cleared' | 'stopped' | 'cancelled';

/** In the order of urgency. */
export const states: readonly ChequeState[] = ['overdue', 'soon', 'due', 'stopped', 'cleared', 'cancelled'];

const soonDays = 7;

type Dated = Pick<Cheque, 'dueDate' | 'status'>;

export function stateOf({ dueDate, status }: Dated, today: DayText): ChequeState {
  if (status === 'cleared' || status === 'stopped' || status === 'cancelled') return status;
  if (dueDate < today) return 'overdue';
  return dueDate <= addDays(today, soonDays) ? 'soon' : 'due';
}

/** Events that are recorded: a replacement has a form of its own, an undo takes one back. */
export type RecordedKind = Exclude<ChequeEventKind, 'replace' | 'undo'>;

/** What probably happens to a cheque next, the likeliest first. */
export function likelyEvents({ dueDate, status }: Dated, today: DayText): readonly ChequeEventKind[] {
  if (status === 'presented') return ['clear'];
  if (status === 'bounced') return ['present', 'replace'];
  return status === 'issued' && dueDate <= today ? ['clear', 'present'] : [];
}

const outcomes = {
  present: 'presented',
  clear: 'cleared',
  bounce: 'bounced',
  stop: 'stopped',
  cancel: 'cancelled',
} as const satisfies Partial<Record<RecordedKind, ChequeStatus>>;

/** The cheque as it will be after an event of today, as far as the event alone says. */
export function withEvent(cheque: Cheque, kind: RecordedKind, today: DayText): Cheque {
  if (!(kind in outcomes)) return cheque;
  const status = outcomes[kind as keyof typeof outcomes];
  return { ...cheque, status, isCancelled: status === 'cancelled', statusDate: today };
}

/** What the register can be filtered by, as the service is asked. */
export type ChequeFilters = Pick<
  Inputs['cheques']['summary'],
  'from' | 'to' | 'payee' | 'account' | 'status' | 'search'
>;

/** The days for each question about open cheques. */
export const dueFilters = (today: DayText) =>
  ({
    overdue: { from: undefined, to: addDays(today, -1) },
    in7: { from: today, to: addDays(today, 7) },
    in30: { from: today, to: addDays(today, 30) },
  }) as const;

/** Past due, and nobody has ever recorded what became of it. */
export const isUnmarked = (
  { dueDate, status, statusDate }: Dated & Pick<Cheque, 'statusDate'>,
  today: DayText,
) => isOpen(status) && statusDate === null && dueDate < today;
