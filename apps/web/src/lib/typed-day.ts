import { toDay } from '@daybook/domain';
import type { DayText } from './dates.ts';
import { bare } from './digits.ts';

/** Names of months, in lower case, with their number; those of the Levant too, which Arabic has beside the others. */
const months = new Map(
  ['en', 'en-GB', 'ar', 'ar-SY'].flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(locale, { month, calendar: 'gregory', timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, index) => {
        const name = format.format(new Date(Date.UTC(2000, index, 15))).toLowerCase();
        return [name, index + 1] as const;
      });
    }),
  ),
);

const forms = [
  /^(?<year>\d{4})[./\- ](?<month>\d{1,2})[./\- ](?<day>\d{1,2})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<day>\d{1,2})[./\- ](?<month>\d{1,2})[./\- ](?<year>\d{4})$/,
  /^(?<day>\d{1,2})[. -]+(?<month>\p{L}+(?: \p{L}+)*)[.,، -]+(?<year>\d{4})$/u,
  /^(?<month>\p{L}+(?: \p{L}+)*)[. -]+(?<day>\d{1,2})[,، ]+(?<year>\d{4})$/u,
];

/**
 * The day that was typed, in digits of any script: 2023-12-8, 20231208, 8.12.2023 and 8/12/2023 (day first),
 * 8 Dec 2023, December 8, 2023. Undefined where it cannot be read, or the calendar has no such day from 1900 on.
 */
export function parseDay(typed: string): DayText | undefined {
  const text = bare(typed).toLowerCase();
  for (const form of forms) {
    const { year, month = '', day } = form.exec(text)?.groups ?? {};
    if (year) return toDay(`${year}-${months.get(month) ?? month}-${day}`);
  }
  return undefined;
}
