/** Dates are texts, YYYY-MM-DD: no time zone touches them. */
export type DayText = string;

/** Today where a person is: in the zone of the preferences, else the device's. */
export const today = (timeZone?: string): DayText =>
  new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(new Date());

const asDate = (day: DayText) => new Date(`${day}T00:00:00Z`);
const asDay = (date: Date): DayText => date.toISOString().slice(0, 10);

export function addDays(day: DayText, count: number): DayText {
  const date = asDate(day);
  date.setUTCDate(date.getUTCDate() + count);
  return asDay(date);
}

/** `2026-01`, moved by whole months. */
export function addMonths(month: string, count: number): string {
  const date = asDate(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return asDay(date).slice(0, 7);
}

export const monthOf = (day: DayText) => day.slice(0, 7);

/** First and last day of `2026-02`. */
export const monthRange = (month: string): { from: DayText; to: DayText } => ({
  from: `${month}-01`,
  to: addDays(`${addMonths(month, 1)}-01`, -1),
});

/** All days from the first to the last, both included. */
export function daysBetween(from: DayText, to: DayText): DayText[] {
  const days: DayText[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** 1 (Monday) to 7 (Sunday), as in ISO 8601. */
export const weekdayOf = (day: DayText): number => asDate(day).getUTCDay() || 7;

/** Whole weeks, each starting on `first` (1 to 7), that hold the month. */
export function weeksOf(month: string, first: number): DayText[][] {
  const { from, to } = monthRange(month);
  const start = addDays(from, -((weekdayOf(from) - first + 7) % 7));
  const weeks: DayText[][] = [];
  for (let day = start; day <= to; day = addDays(day, 7)) weeks.push(daysBetween(day, addDays(day, 6)));
  return weeks;
}
