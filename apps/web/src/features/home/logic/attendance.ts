import { type Person, peopleOf } from '../../../entities/logs/people.ts';
import type { Log } from '../../../entities/logs/values.ts';
import { type DayText, daysBetween } from '../../../lib/dates.ts';

export interface Attendant extends Person {
  readonly logs: readonly Log[];
}

export interface Attendance {
  readonly present: readonly Attendant[];
  readonly absent: readonly Attendant[];
  /** Of whom nothing is recorded yet. */
  readonly missing: readonly Attendant[];
}

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
  readonly day: DayText;
  readonly present: number;
  readonly absent: number;
}

/** How many were there and how many were not, on each day from the first to the last. */
export function trendOf(logs: readonly Log[], from: DayText, to: DayText): AttendanceDay[] {
  const byDay = Map.groupBy(logs, ({ date }) => date);
  return daysBetween(from, to).map((day) => {
    const { present, absent } = attendanceOf([], byDay.get(day) ?? []);
    return { day, present: present.length, absent: absent.length };
  });
}
