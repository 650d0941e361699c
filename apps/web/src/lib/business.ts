import { createContext, useContext } from 'react';
import { addDays, type DayText, weekdayOf } from './dates.ts';

/** A currency of ISO 4217, with how many digits it has after the point. */
export interface Currency {
  readonly code: string;
  readonly digits: number;
}

/** What the settings of the business decide about how things are shown. */
export interface Business {
  /** '': it has none. */
  readonly name?: string;
  /** Undefined: amounts are shown without one. */
  readonly currency?: Currency | undefined;
  /** Days on which banks do nothing, 1 (Monday) to 7 (Sunday). */
  readonly weekend: readonly number[];
}

/** Provided by the shell. */
export const BusinessContext = createContext<Business>({ weekend: [] });

export const useBusiness = (): Business => useContext(BusinessContext);

/** Days of the week on which banks do nothing, 1 (Monday) to 7 (Sunday); at most six. */
type Weekend = readonly number[];

export const isWeekend = (day: DayText, weekend: Weekend) => weekend.includes(weekdayOf(day));

/** The day itself, or the first after it on which banks work. */
export function businessDay(day: DayText, weekend: Weekend): DayText {
  const past = [0, 1, 2, 3, 4, 5].findIndex((later) => !isWeekend(addDays(day, later), weekend));
  return addDays(day, past === -1 ? 6 : past);
}

/** The first day whose cheques are paid on this one: it, or the first of a weekend that ends before it. */
export function firstPaidOn(day: DayText, weekend: Weekend): DayText {
  if (isWeekend(day, weekend)) return day;
  const free = [1, 2, 3, 4, 5, 6].findIndex((earlier) => !isWeekend(addDays(day, -earlier), weekend));
  return addDays(day, free === -1 ? -6 : -free);
}
