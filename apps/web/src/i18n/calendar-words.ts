import dayjs from 'dayjs';

type Length = 'long' | 'short' | 'narrow';

/** The date inputs' calendars take their words from Day.js; it takes them from Intl here. */
export function setCalendarWords(language: string) {
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory', timeZone: 'UTC' });
  const months = (month: Length) => {
    const { format } = formatOf({ month });
    return Array.from({ length: 12 }, (_, index) => format(Date.UTC(2023, index, 1)));
  };
  // The first of January 2023 was a Sunday.
  const weekdays = (weekday: Length) => {
    const { format } = formatOf({ weekday });
    return Array.from({ length: 7 }, (_, index) => format(Date.UTC(2023, 0, 1 + index)));
  };
  const narrow = weekdays('narrow');
  const short = weekdays('short');
  dayjs.locale({
    name: language,
    months: months('long'),
    monthsShort: months('short'),
    weekdays: weekdays('long'),
    weekdaysShort: short,
    weekdaysMin: new Set(narrow).size === narrow.length ? narrow : short,
    ordinal: String,
    formats: {},
    relativeTime: {},
  });
}
