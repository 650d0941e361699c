import { currencyDigits } from '@daybook/domain';

/** Those that every language with words has names for. */
export const currencies = [
  ...(['ILS', 'JOD', 'USD', 'EUR', 'GBP', 'EGP', 'SAR', 'AED', 'MAD', 'DZD'] as const),
  ...(['TND', 'IQD', 'LBP', 'SYP', 'KWD', 'BHD', 'QAR', 'OMR', 'TRY'] as const),
] as const;
export type Currency = (typeof currencies)[number];

export const isNamed = (code: string): code is Currency => currencies.some((known) => known === code);

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
