import { currencyDigits } from '@daybook/domain';

/** The languages in which amounts are said rightly; docs/decisions/working.md (13) says why no others. */
const spellings: Readonly<Record<string, () => Promise<{ readonly spelling: Spelling }>>> = {
  ar: () => import('./arabic.ts'),
  en: () => import('./english.ts'),
  fr: () => import('./french.ts'),
  tr: () => import('./turkish.ts'),
};

export const hasWords = (language: string): boolean => Object.hasOwn(spellings, language);

/**
 * An amount as a cheque has it in words: `One thousand two hundred shekels and fifty agorot only`.
 * Undefined in a language without words, of an amount below zero, and where the currency has not so many digits.
 * @param amount exact decimal text
 * @param currency ISO 4217; null: the number alone, `One thousand two hundred and 50/100 only`
 */
export async function amountInWords(
  amount: string,
  currency: string | null,
  language: string,
): Promise<string | undefined> {
  const load = Object.hasOwn(spellings, language) ? spellings[language] : undefined;
  return load && said(amount, currency, (await load()).spelling);
}

function said(amount: string, currency: string | null, spelling: Spelling): string | undefined {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d{0,4}?)0{0,4})?$/.exec(amount) ?? [];
  if (whole === undefined) return undefined;
  const least = currencyDigits(currency);
  if (currency !== null && fraction.length > least) return undefined;
  const digits = Math.max(least, fraction.length);
  const count = BigInt(whole);
  const rest = BigInt(fraction.padEnd(digits, '0') || 0);
  const { number, units, parts, joined, closed } = spelling;
  if (currency !== null && isNamed(currency)) {
    if (rest === 0n) return closed(units(count, currency));
    const less = parts(rest, currency);
    return closed(count === 0n ? less : joined(units(count, currency), less));
  }
  const text = currency === null ? number(count) : `${number(count)} ${currency}`;
  const share = `${String(rest).padStart(digits, '0')}/${10 ** digits}`;
  return closed(rest === 0n ? text : joined(text, share));
}

/** Those that every language with words has names for. */
export const currencies = [
  ...(['ILS', 'JOD', 'USD', 'EUR', 'GBP', 'EGP', 'SAR', 'AED', 'MAD', 'DZD'] as const),
  ...(['TND', 'IQD', 'LBP', 'SYP', 'KWD', 'BHD', 'QAR', 'OMR', 'TRY'] as const),
] as const;
export type Currency = (typeof currencies)[number];

const isNamed = (code: string): code is Currency => currencies.some((known) => known === code);

/** How a language says amounts. */
export interface Spelling {
  /** A number by itself. */
  readonly number: (count: bigint) => string;
  /** So many of a currency: `two dinars`. */
  readonly units: (count: bigint, currency: Currency) => string;
  /** So many of the smallest part of it: `two fils`. */
  readonly parts: (count: bigint, currency: Currency) => string;
  /** An amount and what is left of it. */
  readonly joined: (whole: string, rest: string) => string;
  /** As a whole: nothing can be written before or after it. */
  readonly closed: (text: string) => string;
}

/**
 * An amount in digits to which none can be added: `***1,200.50***`. With the digits of its currency at least, in
 * ASCII digits and the signs of the language.
 */
export function protectedAmount(amount: string, currency: string | null, language: string): string {
  const { length } = (amount.split('.')[1] ?? '').replace(/0{1,4}$/, '');
  const digits = Math.max(currencyDigits(currency), length);
  const format = new Intl.NumberFormat(language, {
    numberingSystem: 'latn',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  });
  return `***${format.format(amount as Intl.StringNumericLiteral)}***`;
}
