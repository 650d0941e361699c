import { bare } from './text.ts';

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
 * digits is left out before it is known to set thousands apart: `12 50` is no amount, and not 1250. `12.5+3` is their sum.
 */
export function readAmount(typed: string, signs: AmountSigns): readonly string[] {
  const terms = typed.split('+').map((term) => readTerm(term, signs));
  if (terms.length === 1) return terms[0] ?? [];
  const known = terms.flatMap(([one, other]) => (one === undefined || other !== undefined ? [] : [one]));
  return known.length === terms.length ? [sum(known)] : [];
}

function readTerm(typed: string, { decimal, group }: AmountSigns): readonly string[] {
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

// Exact decimal texts, up to 4 digits after the point: no float touches an amount.
const scale = 4;

/** Whole ten-thousandths: what amounts are ordered and added by. */
export const toUnits = (amount: string): bigint => {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(scale, '0')}`);
};

/** Whether a text is an amount, as the service writes it. */
export const isAmount = (text: string) => /^-?\d+(\.\d{1,4})?$/.test(text);

const toText = (units: bigint, digits: number): string => {
  const sign = units < 0n ? '-' : '';
  const text = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const fraction = text.slice(-scale).slice(0, digits);
  return `${sign}${text.slice(0, -scale)}${fraction && `.${fraction}`}`;
};

const digitsOf = (amount: string) => amount.split('.')[1]?.length ?? 0;

/** The exact sum, with as many digits after the point as the finest of them. */
export const sum = (amounts: readonly string[]): string =>
  toText(
    amounts.reduce((total, amount) => total + toUnits(amount), 0n),
    Math.max(0, ...amounts.map(digitsOf)),
  );

export const compareAmounts = (one: string, other: string): number => {
  const difference = toUnits(one) - toUnits(other);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

export const negate = (amount: string) => toText(-toUnits(amount), digitsOf(amount));

export const isNegative = (amount: string) => toUnits(amount) < 0n;
