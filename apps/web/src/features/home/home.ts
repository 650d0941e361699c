import type { Outputs } from '@daybook/client';
import { type Person, peopleOf } from '../../entities/logs/usual.ts';
import type { Log } from '../../entities/logs/values.ts';
import { addMonths, type DayText, daysBetween } from '../../lib/dates.ts';

export interface Attendant extends Person {
  readonly logs: readonly Log[];
}

export interface Attendance {
  readonly present: readonly Attendant[];
  readonly absent: readonly Attendant[];
  /** Of whom nothing is recorded yet. */
  readonly missing: readonly Attendant[];
}

interface Known {
  readonly today: DayText;
  readonly logs: readonly Log[];
}

/** The service's day and what is recorded of it. Without a network it may be an earlier one: then nothing is known of today. */
export const todayOf = (
  known: Known | undefined,
  onDevice: DayText,
  isOnline: boolean,
): Partial<Known> & Pick<Known, 'today'> =>
  known && !isOnline && known.today < onDevice
    ? { today: onDevice, logs: [] }
    : (known ?? { today: onDevice });

/** Who is there on a day. Somebody with one shift present and one absent was there. */
export function attendanceOf(workers: readonly Person[], logs: readonly Log[]): Attendance {
  const byWorker = Map.groupBy(logs, ({ worker }) => worker);
  const people = peopleOf(workers, logs).map((person) => ({
    ...person,
    logs: byWorker.get(person.worker) ?? [],
  }));
  const isPresent = ({ logs: own }: Attendant) => own.some(({ isAbsent }) => !isAbsent);
  return {
    present: people.filter(isPresent),
    absent: people.filter((person) => person.logs.length > 0 && !isPresent(person)),
    missing: people.filter((person) => person.logs.length === 0),
  };
}

export interface AttendanceDay {
  readonly date: DayText;
  readonly present: number;
  readonly absent: number;
}

/** Each day from the first to the last; one of which nothing is known is 0. */
export function trendOf(known: readonly AttendanceDay[], from: DayText, to: DayText): AttendanceDay[] {
  const byDay = new Map(known.map((one) => [one.date, one]));
  return daysBetween(from, to).map((date) => byDay.get(date) ?? { date, present: 0, absent: 0 });
}

type Home = Pick<Outputs['home'], 'workers' | 'logs' | 'attendance' | 'bills'> & {
  readonly cheques: Pick<Outputs['home']['cheques'], 'count'>;
};

/** Who has recorded so many days does without what is not there by then. */
const daysWithout = 7;

export const isNew = ({ attendance }: Pick<Home, 'attendance'>) => attendance.length <= daysWithout;

/** What of the set-up of a new business is there. */
interface SetUp {
  readonly business: boolean;
  readonly account: boolean;
  readonly rates: boolean;
  readonly openings: boolean;
  readonly reading: boolean;
  readonly payees: boolean;
}

/** What of the first steps of a new business is done. */
export function firstSteps(home: Home, { business, account, rates, openings, reading, payees }: SetUp) {
  const { workers, logs, attendance, cheques, bills } = home;
  const isPast = !isNew(home);
  return {
    business: business || isPast,
    addWorkers: workers.length > 0,
    rates: rates || isPast,
    openings: openings || isPast,
    recordToday: logs.length > 0 || attendance.length > 0,
    account: account || isPast,
    reading: reading || isPast,
    payees: payees || isPast,
    firstCheque: cheques.count > 0 || isPast,
    firstBill: bills.length > 0 || isPast,
  };
}

export interface MonthTotal {
  readonly month: string;
  readonly total: string;
}

/** The last so many months up to the given one; those without anything are 0. */
export function lastMonths(month: string, count: number, known: readonly MonthTotal[]): MonthTotal[] {
  const totals = new Map(known.map((item) => [item.month, item.total]));
  return Array.from({ length: count }, (_, index) => {
    const each = addMonths(month, index - count + 1);
    return { month: each, total: totals.get(each) ?? '0' };
  });
}
