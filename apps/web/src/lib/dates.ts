const minute = 60_000;

/** Milliseconds by which the service's clock is ahead of this device's. */
let ahead = 0;
const listeners = new Set<() => void>();

/** The present moment by the service's clock: a device's may be days off. */
export const now = (): Date => new Date(Date.now() + ahead);

/** Learns the service's time from an answer that has just come; what is less than a minute is the way it took. */
export function learnTime({ headers }: Response): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (Number.isNaN(difference) || Math.abs(difference - ahead) < minute) return;
  ahead = Math.abs(difference) < minute ? 0 : difference;
  for (const listener of listeners) listener();
}

export function onTimeLearned(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Dates are texts, YYYY-MM-DD: no time zone touches them. */
export type DayText = string;

/** Making one takes far longer than using it, and lists ask for the day of each row. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormatOf(timeZone: string): Intl.DateTimeFormat {
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone });
  dayFormats.set(timeZone, format);
  return format;
}

/** The day of an instant in a time zone, or else in that of the device, which changes when people travel. */
export const dayOf = (instant: Date, timeZone?: string): DayText =>
  (timeZone ? dayFormatOf(timeZone) : new Intl.DateTimeFormat('en-CA')).format(instant);

/** Today where a person is, by the service's clock. */
export const today = (timeZone?: string): DayText => dayOf(now(), timeZone);

const asDate = (day: DayText) => new Date(`${day}T00:00:00Z`);
const asDay = (date: Date): DayText => date.toISOString().slice(0, -'T00:00:00.000Z'.length);

export function addDays(day: DayText, count: number): DayText {
  const date = asDate(day);
  date.setUTCDate(date.getUTCDate() + count);
  return asDay(date);
}

/** `2026-01`, moved by whole months. */
export function addMonths(month: string, count: number): string {
  const date = asDate(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return monthOf(asDay(date));
}

export const monthOf = (day: DayText) => day.slice(0, -3);

/** First and last day of `2026-02`. */
export const monthRange = (month: string): { from: DayText; to: DayText } => ({
  from: `${month}-01`,
  to: addDays(`${addMonths(month, 1)}-01`, -1),
});

/** The last day of the month before that of a day. */
export const lastMonthsEnd = (day: DayText): DayText => monthRange(addMonths(monthOf(day), -1)).to;

const oneDay = 86_400_000;

const some = (first: DayText, count: number): DayText[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));

/** All days from the first to the last, both included. */
export const daysBetween = (from: DayText, to: DayText): DayText[] =>
  some(from, (asDate(to).getTime() - asDate(from).getTime()) / oneDay + 1);

/** 1 (Monday) to 7 (Sunday), as in ISO 8601. */
export const weekdayOf = (day: DayText): number => asDate(day).getUTCDay() || 7;

/** Whole weeks, each starting on `first` (1 to 7), that hold the month. */
export function weeksOf(month: string, first: number): DayText[][] {
  const { from, to } = monthRange(month);
  const start = addDays(from, -((weekdayOf(from) - first + 7) % 7));
  const count = Math.ceil(daysBetween(start, to).length / 7);
  return Array.from({ length: count }, (_, week) => some(addDays(start, 7 * week), 7));
}

/** The same day some months on; the last of a shorter month. */
export function monthsLater(day: DayText, count: number): DayText {
  const month = addMonths(monthOf(day), count);
  const { to } = monthRange(month);
  const same = `${month}${day.slice(7)}`;
  return same < to ? same : to;
}

/** The name of the device's own time zone. */
export const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether clocks in two time zones show the same, whatever their names. */
export function isSameClock(one: string, other: string, now: Date): boolean {
  const show = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now);
  return show(one) === show(other);
}

/** First and last day of a period, both included. */
export interface Period {
  readonly from: DayText;
  readonly to: DayText;
}

/** What an address asks for: one of its days is missing where the other says the month; without both it is the present month. */
export function periodOf(
  asked: Partial<{ [D in keyof Period]: DayText | undefined }>,
  today: DayText,
): Period {
  const { from, to } = asked;
  const month = monthRange(monthOf(from ?? to ?? today));
  return { from: from ?? month.from, to: to ?? month.to };
}

/** `2026-11`, where a period is exactly that month. */
export function wholeMonthOf({ from, to }: Period): string | undefined {
  const month = monthOf(from);
  const range = monthRange(month);
  return range.from === from && range.to === to ? month : undefined;
}
