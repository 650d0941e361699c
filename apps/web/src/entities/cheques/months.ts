import { type ChequeStatus, isOpen } from '@daybook/domain';
import { businessDay } from '../../lib/business-days.ts';
import { addDays, type DayText, monthOf, weeksOf } from '../../lib/dates.ts';
import { sum } from '../../lib/money.ts';

interface Due {
  readonly dueDate: DayText;
  readonly value: string;
  readonly status: ChequeStatus;
}

export interface Total {
  readonly count: number;
  readonly total: string;
}

/** Of open cheques: what is cleared, stopped or cancelled does not count. */
export function totalOf(cheques: readonly Due[]): Total {
  const open = cheques.filter(({ status }) => isOpen(status));
  return { count: open.length, total: sum(open.map(({ value }) => value)) };
}

export interface CalendarDay<T> extends Total {
  readonly day: DayText;
  /** Not one that only fills the first or last week. */
  readonly inMonth: boolean;
  readonly cheques: readonly T[];
}

const placeOf = ({ status }: Due) => (isOpen(status) ? 0 : status === 'cancelled' ? 2 : 1);

/**
 * The weeks of a month, each day with the cheques that are paid on it: what is due on a weekend is paid on the next
 * business day. Open ones first, cancelled ones last.
 */
export function calendarOf<T extends Due>(
  month: string,
  firstDayOfWeek: number,
  cheques: readonly T[],
  weekend: readonly number[] = [],
): CalendarDay<T>[][] {
  const byDay = Map.groupBy(cheques, ({ dueDate }) => businessDay(dueDate, weekend));
  return weeksOf(month, firstDayOfWeek).map((week) =>
    week.map((day) => {
      const due = byDay.get(day) ?? [];
      return {
        day,
        inMonth: monthOf(day) === month,
        cheques: due.toSorted((one, other) => placeOf(one) - placeOf(other)),
        ...totalOf(due),
      };
    }),
  );
}

export interface Upcoming extends Total {
  readonly month: string;
}

/** What is still to come, month by month: open cheques due today or later. */
export function upcomingOf(cheques: readonly Due[], today: DayText): Upcoming[] {
  const coming = cheques.filter(({ dueDate, status }) => isOpen(status) && dueDate >= today);
  return [...Map.groupBy(coming, ({ dueDate }) => monthOf(dueDate))]
    .map(([month, due]) => ({ month, ...totalOf(due) }))
    .sort((one, other) => (one.month < other.month ? -1 : 1));
}

/** Where an arrow key leads from a day of a calendar; undefined for other keys. */
export function dayBeside(day: DayText, key: string, isRtl: boolean): DayText | undefined {
  const forwards = isRtl ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: forwards,
    ArrowLeft: -forwards,
    ArrowDown: 7,
    ArrowUp: -7,
  };
  const step = steps[key];
  return step === undefined ? undefined : addDays(day, step);
}
