import { fold, toDay } from '@daybook/domain';
import { languages } from '../i18n/languages.ts';
import { addDays, type DayText, weekdayOf } from './dates.ts';
import { shortDay } from './format.ts';
import { bare } from './text.ts';

/** A name as it is compared: without case, diacritics, points and the like. */
const keyOf = (name: string) =>
  fold(name)
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim();

interface Words {
  readonly months: ReadonlyMap<string, number>;
  /** 1 (Monday) to 7 (Sunday) */
  readonly weekdays: ReadonlyMap<string, number>;
  /** Today, tomorrow …, by their distance from today. */
  readonly days: ReadonlyMap<string, number>;
  /** What stands between day, month and year: «5 de enero de 2026». */
  readonly fillers: ReadonlySet<string>;
}

const made = new Map<string, Words>();

/** The words of a person's own locale and of every language of the front-end. */
function wordsOf(locale: string): Words {
  // Arabic has the months of the Levant beside the others.
  const locales = [...new Set([...languages, 'ar-SY'])].filter((tag) => tag !== locale);
  // Where languages differ in what a name means, the person's own comes last and stays.
  locales.push(locale);
  const dated = locales.flatMap((tag) =>
    (['long', 'short'] as const).map(
      (width) =>
        new Intl.DateTimeFormat(tag, {
          weekday: width,
          day: 'numeric',
          month: width,
          year: 'numeric',
          calendar: 'gregory',
          timeZone: 'UTC',
        }),
    ),
  );
  const partsOn = (year: number, month: number, day: number) =>
    dated.flatMap((format) => format.formatToParts(Date.UTC(year, month, day)));
  const named = (type: string, count: number, parts: (index: number) => Intl.DateTimeFormatPart[]) =>
    new Map(
      Array.from({ length: count }, (_, index) => index).flatMap((index) =>
        parts(index)
          .filter((part) => part.type === type)
          .map(({ value }) => [keyOf(value), index + 1] as const),
      ),
    );
  return {
    months: named('month', 12, (index) => partsOn(2026, index, 15)),
    // The first of January 2024 was a Monday.
    weekdays: named('weekday', 7, (index) => partsOn(2024, 0, 1 + index)),
    days: new Map(
      locales.flatMap((tag) => {
        const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
        const days = [-2, -1, 0, 1, 2].map((distance) => [format.format(distance, 'day'), distance] as const);
        return days.filter(([name]) => !/\p{N}/u.test(name)).map(([name, at]) => [keyOf(name), at] as const);
      }),
    ),
    fillers: new Set(
      partsOn(2026, 0, 15)
        .filter(({ type }) => type === 'literal')
        .flatMap(({ value }) => keyOf(value).split(' ')),
    ),
  };
}

const yearFirst = [
  /^(?<year>\d{4})[./\- ](?<month>\d{1,2})[./\- ](?<day>\d{1,2})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
];
const yearLast = /^(\d{1,2})[.,/\- ](\d{1,2})(?:[.,/\- ](\d{4}))?$/;

const monthFirst = new Map<string, boolean>();

/** Whether the month stands before the day where days are shown: Nov 25, 2026. */
function isMonthFirst(locale: string): boolean {
  const known = monthFirst.get(locale);
  if (known !== undefined) return known;
  const types = new Intl.DateTimeFormat(locale, { ...shortDay, calendar: 'gregory' })
    .formatToParts()
    .map(({ type }) => type);
  const isFirst = types.indexOf('month') < types.indexOf('day');
  monthFirst.set(locale, isFirst);
  return isFirst;
}

/** A day in digits alone, in the order in which it is read: 31/1/2026, or 1/31/2026. */
export function formatDigits(locale: string, day: number, month: number, ...year: readonly number[]): string {
  return [...(isMonthFirst(locale) ? [month, day] : [day, month]), ...year].join('/');
}

/** The nearest one, where no year is said. */
function dated(today: DayText, { year, month, day }: Partial<Record<string, string | number>>) {
  if (year) return toDay(`${year}-${month}-${day}`);
  const present = Number(today.slice(0, 4));
  const distance = (one: DayText) => Math.abs(Date.parse(one) - Date.parse(today));
  return [present - 1, present, present + 1]
    .flatMap((near) => toDay(`${near}-${month}-${day}`) ?? [])
    .sort((one, other) => distance(one) - distance(other))[0];
}

/** What is left of a name where a weekday stands before or after it. */
const withoutWeekday = (name: string, weekdays: ReadonlyMap<string, number>) =>
  [...weekdays.keys()].flatMap((weekday) => [
    ...(name.startsWith(`${weekday} `) ? [name.slice(weekday.length + 1)] : []),
    ...(name.endsWith(` ${weekday}`) ? [name.slice(0, -weekday.length - 1)] : []),
  ]);

/** A day of a month that is not said: of the nearest one, or the last. */
function ofMonth(day: string, today: DayText, isPast: boolean) {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const distance = (one: DayText) => Math.abs(Date.parse(one) - Date.parse(today));
  return [-1, 0, 1]
    .map((later) => new Date(Date.UTC(year, month - 1 + later)).toISOString().slice(0, 8))
    .flatMap((start) => toDay(start + day.padStart(2, '0')) ?? [])
    .filter((one) => !isPast || one <= today)
    .sort((one, other) => distance(one) - distance(other))[0];
}

/** In words: 5 Nov, November 5, 2026, tomorrow, Friday (the next one, or the last). */
function inWords(text: string, today: DayText, isPast: boolean, { months, weekdays, days, fillers }: Words) {
  const alone = keyOf(text);
  const distance = days.get(alone);
  if (distance !== undefined) return addDays(today, distance);
  const weekday = weekdays.get(alone);
  if (weekday) {
    const ahead = (weekday - weekdayOf(today) + 7) % 7;
    return addDays(today, isPast && ahead > 0 ? ahead - 7 : ahead);
  }
  const tokens = text.split(/[\s.,،/-]+/).filter((token) => token !== '');
  const names = tokens.filter((token) => !/^\d+$/.test(token)).map(keyOf);
  const name = names.filter((one) => one.length === 1 || !fillers.has(one)).join(' ');
  const month = [name, ...withoutWeekday(name, weekdays)]
    // Hebrew writes its «of» and the month as one word.
    .flatMap((one) => [one, fillers.has(one.charAt(0)) ? one.slice(1) : one])
    .map((one) => months.get(one))
    .find((one) => one !== undefined);
  const [first, second, ...others] = tokens.filter((token) => /^\d+$/.test(token));
  const [day, year] = second?.length === 4 ? [first, second] : [second ?? first, second && first];
  const isWhole = others.length === 0 && day !== undefined && day.length <= 2 && (!year || year.length === 4);
  return month && isWhole ? dated(today, { year, month, day }) : undefined;
}

/**
 * The day that was typed, in digits of any script: 2023-12-8, 20231208, 8.12.2023 and 8/12 (day and month in the order in
 * which the locale shows them, never in another one), 8 Dec, December 8, 2023, 8 (of the nearest month), today,
 * Friday, +30 (days from today).
 * @param isPast of what has mostly been already, such as a bill: Friday is the last one, and 20 the last 20th
 * @returns undefined where it cannot be read, or there is no such day from 1900 on
 */
export function parseDay(typed: string, locale: string, today: DayText, isPast = false): DayText | undefined {
  const text = bare(typed).replaceAll('٫', '.');
  if (/^\d{1,2}$/.test(text)) return ofMonth(text, today, isPast);
  if (/^[+-] ?\d{1,4}$/.test(text)) return toDay(addDays(today, Number(text.replace(' ', ''))));
  for (const form of yearFirst) {
    const parts = form.exec(text)?.groups;
    if (parts) return dated(today, parts);
  }
  const [typedInDigits, one, other, year] = yearLast.exec(text) ?? [];
  if (typedInDigits !== undefined) {
    const [day, month] = isMonthFirst(locale) ? [other, one] : [one, other];
    return dated(today, { year, month, day });
  }
  if (!/\p{L}/u.test(text)) return undefined;
  const words = made.get(locale) ?? wordsOf(locale);
  made.set(locale, words);
  return inWords(text, today, isPast, words);
}
