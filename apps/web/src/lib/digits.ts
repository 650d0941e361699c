/** Decimal digits of any script as ASCII, with Arabic's decimal and thousands signs: `١٢٫٥` → `12.5`. */
export const toAscii = (typed: string): string =>
  typed
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replaceAll('٫', '.')
    .replaceAll('٬', '')
    .replaceAll('−', '-');

/** Unicode places the digits of a script in a row, from zero to nine. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (point - first) % 10;
}

const bare = (typed: string) => toAscii(typed).replace(/\p{Cf}/gu, '');

/** Thousands, or lakhs and crores: `1,250,000`, `12,50,000`. */
const grouped = /^-?[1-9]\d{0,2}(,\d{2,3})*,\d{3}(\.\d+)?$/;

/**
 * An amount as people type it, `1,250.5`, as the service reads it: `1250.5`. A comma that may stand before decimals
 * (`0,125`, `1250,500`) is left, so that the form asks.
 */
export function toAmount(typed: string): string {
  const text = bare(typed).replace(/\s/g, '');
  return grouped.test(text) ? text.replaceAll(',', '') : text;
}

/** A time of day as people type it, `8`, `830`, `8.30` or `٨:٣٠`, as HH:MM; other text is left as it is. */
export function toClock(typed: string): string {
  const text = bare(typed).trim();
  const [, hours, minutes = '00'] = /^(\d{1,2})[:.\s]?(\d{2})?$/.exec(text) ?? [];
  return hours === undefined ? text : `${hours.padStart(2, '0')}:${minutes}`;
}
