import { bare } from './digits.ts';

/** The signs by which a locale sets decimals and thousands apart. */
export interface AmountSigns {
  readonly decimal: string | undefined;
  readonly group: string | undefined;
}

export function amountSigns(locale: string): AmountSigns {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const signOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  return { decimal: signOf('decimal'), group: signOf('group') };
}

/** What sets thousands apart, each as one sign. */
const groupSigns: readonly (readonly [RegExp, string])[] = [
  [/[ \u00a0\u2007\u2009\u202f]/g, ' '],
  [/['’]/g, "'"],
  [/[,،]/g, ','],
];

/** Thousands set apart by one sign, `1,250,000`, or by commas lakhs and crores, `12,50,000`. */
const thousands = /^[1-9]\d{0,2}([.,٬' ])\d{3}(?:\1\d{3})*$/;
const lakhs = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;

const wholeOf = (text: string): string | undefined => {
  if (/^\d+$/.test(text)) return text;
  return thousands.test(text) || lakhs.test(text) ? text.replace(/\D/g, '') : undefined;
};

/**
 * What an amount can mean as people type it, in digits of any script, with either sign before its decimals: nothing
 * where no locale writes it so, two where only who typed it knows. As the service reads amounts. No sign between
 * digits is left out before it is known to set thousands apart: `12 50` is no amount, and not 1250.
 */
export function readAmount(typed: string, { decimal, group }: AmountSigns): readonly string[] {
  const text = groupSigns.reduce((text, [signs, sign]) => text.replace(signs, sign), bare(typed));
  const [, minus = '', digits = '', before = '', sign, after = ''] =
    /^(-?) ?((.*?)(?:([.,٫])(\d+))?)$/.exec(text) ?? [];
  const start = before === '' ? '0' : wholeOf(before);
  const isExact = sign !== undefined && start !== undefined && !before.includes(sign);
  const exact = isExact ? [`${minus}${start}.${after}`] : [];
  const number = wholeOf(digits);
  const whole = number === undefined ? [] : [minus + number];
  if (isExact && number !== undefined) {
    if (sign === decimal) return exact;
    return sign === group ? whole : [...exact, ...whole];
  }
  // `1,25` where that is the sign of thousands: perhaps a digit is missing.
  if (isExact && sign === group && /^[1-9]\d*$/.test(before)) return [...exact, minus + before + after];
  return [...exact, ...whole];
}
