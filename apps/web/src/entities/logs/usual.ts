import { addDays, type DayText } from '../../lib/dates.ts';
import { breakText, type Log } from './values.ts';

/** Of a shift, as they are typed. */
export interface Times {
  readonly startingTime: string;
  readonly finishingTime: string;
  readonly breakMinutes: string;
}

export const ordinaryTimes: Times = { startingTime: '08:00', finishingTime: '16:00', breakMinutes: '' };

/** The days in which a worker's usual times of a day are looked for. */
export const daysOfUsual = (day: DayText) => ({ from: addDays(day, -31), to: addDays(day, -1) });

/** Each worker's times and break of the most recent day of presence. */
export function usualTimes(logs: readonly Log[]): ReadonlyMap<string, Times> {
  const latest = new Map<string, Log>();
  for (const log of logs) {
    const known = latest.get(log.worker);
    const isNewer = !known || log.date > known.date || (log.date === known.date && log._id > known._id);
    if (!log.isAbsent && log.startingTime && log.finishingTime && isNewer) latest.set(log.worker, log);
  }
  return new Map(
    [...latest].map(([worker, { startingTime, finishingTime, breakMinutes }]) => [
      worker,
      {
        startingTime: startingTime ?? '',
        finishingTime: finishingTime ?? '',
        breakMinutes: breakText(breakMinutes),
      },
    ]),
  );
}

interface WithTimes {
  readonly worker: string;
  readonly startingTime: string | null;
  readonly finishingTime: string | null;
  readonly breakMinutes: number | null;
}

/** The same as the service says it. */
export const timesOf = (workers: readonly WithTimes[]): ReadonlyMap<string, Times> =>
  new Map(
    workers.flatMap(({ worker, startingTime, finishingTime, breakMinutes }) =>
      startingTime && finishingTime
        ? [[worker, { startingTime, finishingTime, breakMinutes: breakText(breakMinutes) }]]
        : [],
    ),
  );

export interface Person {
  readonly worker: string;
  readonly workerName: string;
}

/** Those given, in their order, and after them whoever else has a log. */
export function peopleOf(workers: readonly Person[], logs: readonly Log[]): Person[] {
  const people = new Map(workers.map((person) => [person.worker, person]));
  for (const { worker, workerName } of logs)
    if (!people.has(worker)) people.set(worker, { worker, workerName });
  return [...people.values()];
}

/** A log of an ordinary day. */
export const log = (values: Partial<Log> = {}): Log => ({
  _id: '1',
  date: '2026-11-21',
  startingTime: '08:00',
  finishingTime: '16:00',
  crossesMidnight: false,
  durationMinutes: 480,
  breakMinutes: 0,
  workedMinutes: 480,
  payment: '10',
  extraNotes: '',
  worker: 'ada',
  workerName: 'Ada',
  isAbsent: false,
  createdAt: '',
  updatedAt: '',
  version: 1,
  ...values,
});
