import { digitValue } from '@daybook/domain';

/** Decimal digits of any script, and the sign before negative numbers, as ASCII: `−١٢` → `-12`. */
export const asciiDigits = (typed: string): string =>
  typed.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit))).replaceAll('−', '-');

/**
 * The same without marks of direction and joining, which show nothing. Others of Unicode's class Cf stay: soft hyphens and
 * number signs are seen, and U+202E turns around what is seen.
 */
export const bare = (typed: string): string =>
  asciiDigits(typed)
    .replace(/[\u061c\u200b-\u200f\u202a-\u202d\u2060\u2066-\u2069\ufeff]/g, '')
    .trim();

/** A length as people type it, minutes or hours with minutes, `30`, `٣٠` or `1:15`, in minutes; '' for none; other text is left as it is. */
export function toMinutes(typed: string): string {
  const text = bare(typed);
  const [, hours = '0', minutes] = /^(?:(\d{1,2}):(?=[0-5]\d$))?(\d{1,4})$/.exec(text) ?? [];
  if (minutes === undefined) return text;
  return String(Number(hours) * 60 + Number(minutes) || '');
}

/** A time of day as people type it, `8`, `830`, `8.30` or `٨:٣٠`, as HH:MM; other text is left as it is. */
export function toClock(typed: string): string {
  const text = bare(typed);
  const [, hours, minutes = '00'] = /^(\d{1,2})[:.٫\s]?(\d{2})?$/.exec(text) ?? [];
  return hours === undefined ? text : `${hours.padStart(2, '0')}:${minutes}`;
}
