import { ClosingCreate, type ClosingKind, closingKinds, issue, toDay } from '@daybook/domain';
import { z } from 'zod';
import type { Closings } from '../../../entities/closings/closings.ts';
import type { DayText } from '../../../lib/dates.ts';
import { reopenable } from './kinds.ts';

type Current = Closings['current'];

export interface ReopenValues {
  readonly kinds: ClosingKind[];
  /** What stays closed: all up to a day, or nothing. */
  readonly keeps: 'day' | 'nothing';
  /** That day, as it was typed. */
  readonly through: string;
  readonly reason: string;
}

/** The last day that stays closed; null: none. */
export const keptDay = ({ keeps, through }: ReopenValues): DayText | null =>
  keeps === 'day' ? through : null;

/** Those of the kinds of which something is opened. To send the others would close them. */
export const openedBy = (current: Current, values: ReopenValues): ClosingKind[] =>
  reopenable(current, keptDay(values)).filter((kind) => values.kinds.includes(kind));

/** Whether anything is opened by it, or it is for another field to say why not. */
const isEarlier = (current: Current, values: ReopenValues) =>
  values.kinds.length === 0 ||
  values.keeps === 'nothing' ||
  (toDay(values.through) === values.through && openedBy(current, values).length > 0);

/** What the form takes: a day before one that is closed, and a reason. */
export const reopenSchema = (current: Current) =>
  z
    .object({
      kinds: z.array(z.enum(closingKinds)).min(1, issue('required')),
      keeps: z.enum(['day', 'nothing']),
      through: z.string(),
      reason: ClosingCreate.shape.reason.refine((reason) => reason !== '', issue('reason_required')),
    })
    .refine((values) => isEarlier(current, values), {
      path: ['through'],
      // With the other faults at once.
      when: () => true,
      ...issue('invalid_date'),
    });
