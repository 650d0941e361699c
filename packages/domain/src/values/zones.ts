const areas =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)\//i;
const withoutArea = new Set(
  (
    'CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran ' +
    'Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK ' +
    'Singapore Turkey UCT UTC Universal W-SU WET Zulu'
  )
    .toLowerCase()
    .split(' '),
);
const unsupported = new Set(['us/pacific-new', 'canada/east-saskatchewan']);

/** Names that were accepted, since making a format takes 0.05 ms; there are some 600, in any case of letters. */
const MAX_ACCEPTED = 1000;
const acceptedZones = new Set<string>();

/**
 * Is this a time zone of the IANA list, by any of its names, ignoring case? Those are what Intl and PostgreSQL both
 * know: not the offsets and abbreviations (`+14:00`, `MIT`) that Intl alone takes.
 */
export function isTimeZone(name: string): boolean {
  if (acceptedZones.has(name)) return true;
  const key = name.toLowerCase();
  if (name.length > 64 || unsupported.has(key) || !(areas.test(name) || withoutArea.has(key))) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    if (acceptedZones.size < MAX_ACCEPTED) acceptedZones.add(name);
    return true;
  } catch {
    return false;
  }
}

const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  });

/** How far local time is ahead of UTC at an instant; both in milliseconds. */
function offsetAt(clock: Intl.DateTimeFormat, instant: number): number {
  const parts = Object.fromEntries(
    clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
}

/** By zone: to make one takes a hundred times as long as to use it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();
/** Callers choose their zones, and each takes 34 kB. */
const MAX_DAY_FORMATS = 100;

/** The date in a zone at a moment, YYYY-MM-DD. */
export function dayIn(timeZone: string, at: number | Date): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    if (dayFormats.size >= MAX_DAY_FORMATS) dayFormats.clear();
    format = new Intl.DateTimeFormat('en-CA', { timeZone });
    dayFormats.set(timeZone, format);
  }
  return format.format(at);
}

const MINUTE = 60_000;
const todays = new Map<string, { readonly minute: number; readonly day: string }>();

/** Today's date in a zone, YYYY-MM-DD. It is kept for the minute, since days and offsets of zones begin with one. */
export function today(timeZone: string): string {
  const now = Date.now();
  const minute = Math.floor(now / MINUTE);
  const known = todays.get(timeZone);
  if (known?.minute === minute) return known.day;
  if (todays.size >= MAX_DAY_FORMATS) todays.clear();
  const day = dayIn(timeZone, now);
  todays.set(timeZone, { minute, day });
  return day;
}

const DAY = 86_400_000;

/** The day that many days after a day, both YYYY-MM-DD. */
export const plusDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10);

/** The day that many months after a day, both YYYY-MM-DD: the last one of a month that has no such day. */
export function plusMonths(day: string, count: number): string {
  const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(ofMonth, last))).toISOString().slice(0, 10);
}

/**
 * When a day begins: at its first midnight, or where the clocks leave that out, at the moment they are put forward.
 * @param day YYYY-MM-DD
 * @param offset of days, since the day after 9999-12-31 cannot be written
 * @returns seconds since 1970
 */
export function startOfDay(day: string, timeZone: string, offset = 0): number {
  const midnight = Date.parse(`${day}T00:00:00Z`) + offset * DAY;
  const clock = clockOf(timeZone);
  const before = midnight - offsetAt(clock, midnight - DAY);
  const after = midnight - offsetAt(clock, midnight + DAY);
  const exists = (instant: number) => instant + offsetAt(clock, instant) === midnight;
  return (exists(before) || !exists(after) ? before : after) / 1000;
}
