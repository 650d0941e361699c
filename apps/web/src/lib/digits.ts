/** Decimal digits of any script, and the sign before negative numbers, as ASCII: `−١٢` → `-12`. */
export const asciiDigits = (typed: string): string =>
  typed.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit))).replaceAll('−', '-');

/** Unicode places the digits of a script in a row, from zero to nine. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (point - first) % 10;
}

/** The same without characters that show nothing, such as marks of direction. */
export const bare = (typed: string): string =>
  asciiDigits(typed)
    .replace(/\p{Cf}/gu, '')
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
