import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, localeOf } from '../i18n/languages.ts';
import { amountSigns, readAmount } from './amounts.ts';
import { type Currency, useBusiness } from './business.ts';
import { type DayText, dayOf, onTimeLearned, today } from './dates.ts';
import { usePreferences } from './preferences.ts';
import { isolated } from './text.ts';

// Whatever the locale's own is: sums, months and inputs are of this one, and labels of another would be false.
const calendar = 'gregory';
export const shortDay = { year: 'numeric', month: 'short', day: 'numeric' } as const;
/** As working times are written, whatever the locale's own clock. */
const timeOfDay = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const noon = (day: DayText) => new Date(`${day}T12:00:00Z`);

/** How values are written for this person: language, digits, zone. All take the service's own texts. */
export function useFormat() {
  const { i18n } = useTranslation();
  const { language, timeZone, firstDayOfWeek } = usePreferences();
  const { currency } = useBusiness();
  return formatsOf(localeOf(i18n.language, language), timeZone, firstDayOfWeek, currency);
}

const made = new Map<string, Formats>();

/** Made once: each holds several of Intl's formats, which take long to make, and every cell of a table asks for them. */
export function formatsOf(...options: Parameters<typeof formats>): Formats {
  const key = JSON.stringify(options);
  const known = made.get(key) ?? formats(...options);
  made.set(key, known);
  return known;
}

function formats(locale: string, timeZone?: string, firstDayOfWeek?: number, currency?: Currency) {
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { calendar, timeZone: 'UTC', ...options });
    return (day: DayText) => format.format(noon(day));
  };
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  const amount = exactly(locale, currency?.digits);
  const signs = amountSigns(locale);
  const dayInYear = date({ month: 'short', day: 'numeric' });
  const weekdayName = date({ weekday: 'long' });
  const month = date({ year: 'numeric', month: 'long' });
  const shortMonth = date({ month: 'short' });
  const shortMonthOfYear = date({ year: 'numeric', month: 'short' });
  const bytesIn = (unit: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits });
  const megabytes = bytesIn('megabyte', 1);
  const kilobytes = bytesIn('kilobyte', 0);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  // As in a list of three; Turkish has none between two, Arabic none before “and” but in lists of units.
  const listed = (['conjunction', 'unit'] as const).map((type) =>
    new Intl.ListFormat(locale, { type }).format(['1', '2', '3']),
  );
  const comma = /\p{P}/u.exec(listed.join(''))?.[0] ?? ',';
  const zone = timeZone && { timeZone };
  const conjunction = new Intl.ListFormat(locale, { type: 'conjunction' });
  const instant = new Intl.DateTimeFormat(locale, { calendar, ...shortDay, ...timeOfDay, ...zone });
  const time = new Intl.DateTimeFormat(locale, { ...timeOfDay, ...zone });
  return {
    locale,
    /** 1.5 MB */
    megabytes: (bytes: number) => megabytes.format(bytes / 1e6),
    /** 312 kB or 1.5 MB */
    fileSize: (bytes: number) =>
      bytes < 1e6 ? kilobytes.format(Math.ceil(bytes / 1e3)) : megabytes.format(bytes / 1e6),
    /** 40% of 0.4 */
    percent: (part: number) => percent.format(part),
    /** 8 Dec 2023 */
    day: date(shortDay),
    /** Fri, 8 Dec 2023 */
    longDay: date({ weekday: 'short', ...shortDay }),
    /** 8 Dec; in its own direction also in a chart, which runs from left to right. */
    dayOfYear: directionOf(locale) === 'rtl' ? (day: DayText) => `\u2067${dayInYear(day)}\u2069` : dayInYear,
    weekday: date({ weekday: 'short' }),
    narrowWeekday: date({ weekday: 'narrow' }),
    dayOfMonth: date({ day: 'numeric' }),
    /** `2023-12` → December 2023 */
    month: (text: string) => month(`${text}-01`),
    shortMonth: (text: string) => shortMonth(`${text}-01`),
    shortMonthOfYear: (text: string) => shortMonthOfYear(`${text}-01`),
    /** Exact: the text itself goes through, with its digits after the point, and no fewer than its currency has. */
    amount,
    /** The same with the currency of the business. */
    money: currency ? withCurrency(locale, currency) : amount,
    /** What a typed amount can mean, beside amounts written as here; see `readAmount`. */
    readAmount: (typed: string) => readAmount(typed, signs),
    /** Ada, 8 Dec 2023: for what is read out. */
    list: (...texts: readonly string[]) => texts.join(`${comma} `),
    /** What stands between what is listed. */
    comma: `${comma} `,
    /** logs, bills and cheques: within a sentence. */
    and: (...texts: readonly string[]) => conjunction.format(texts),
    number: (value: number) => number.format(value),
    /** 125 → 2:05 */
    duration: (minutes: number) => `${number.format(Math.floor(minutes / 60))}:${two.format(minutes % 60)}`,
    /** The same where there is little room: 120 → 2, 125 → 2:05 */
    hours: (minutes: number) =>
      number.format(Math.floor(minutes / 60)) + (minutes % 60 ? `:${two.format(minutes % 60)}` : ''),
    /** `08:30`, in local digits. */
    clock: (text: string) =>
      text
        .split(':')
        .map((part) => two.format(Number(part)))
        .join(':'),
    instant: (text: string) => instant.format(new Date(text)),
    dayOfInstant: (text: string) => dayOf(new Date(text), timeZone),
    timeOfInstant: (text: string) => time.format(new Date(text)),
    today: () => today(timeZone),
    /** 1 (Monday) to 7 (Sunday); the first of January 2024 was a Monday. */
    weekdayName: (weekday: number) => weekdayName(`2024-01-0${weekday}`),
    /** 1 (Monday) to 7 (Sunday) */
    firstDayOfWeek: firstDayOfWeek ?? firstDayIn(locale),
  };
}

export type Formats = ReturnType<typeof formats>;

/** An amount with at least so many digits after the point, and at most 4. */
function exactly(locale: string, digits = 2, options: Intl.NumberFormatOptions = {}) {
  const made = [0, 1, 2, 3, 4].map(
    (minimumFractionDigits) =>
      new Intl.NumberFormat(locale, { ...options, minimumFractionDigits, maximumFractionDigits: 4 }),
  );
  return (text: string) =>
    made[Math.max(digits, text.split('.')[1]?.length ?? 0)]?.format(text as Intl.StringNumericLiteral) ??
    text;
}

/** With its currency: from right to left that stands after the amount, whatever the direction of the text around. */
function withCurrency(locale: string, { code, digits }: Currency) {
  if (directionOf(locale) === 'ltr') return exactly(locale, digits, { style: 'currency', currency: code });
  const amount = exactly(locale, digits);
  const symbol = isolated(symbolOf(locale, code));
  return (text: string) => `\u2067\u2066${amount(text)}\u2069\u00a0${symbol}\u2069`;
}

const symbolOf = (locale: string, currency: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')
    ?.value.replace(/\p{Cf}/gu, '') ?? currency;

function firstDayIn(locale: string): number {
  const { language, region } = new Intl.Locale(locale).maximize();
  const known = new Intl.Locale(`${language}-${region}`) as Intl.Locale & {
    getWeekInfo?(): { firstDay: number };
  };
  return known.getWeekInfo?.().firstDay ?? 1;
}

function subscribe(listener: () => void) {
  const timer = setInterval(listener, 30_000);
  const forget = onTimeLearned(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    forget();
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Today, also on a page that stays open over night. */
export const useToday = (): DayText => useSyncExternalStore(subscribe, useFormat().today);
