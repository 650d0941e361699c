import { currencyDigits } from '@daybook/domain';

/**
 * An amount in digits to which none can be added: `***1,200.50***`. With the digits of its currency at least, in
 * ASCII digits and the signs of the language.
 */
export function guarded(amount: string, currency: string | null, language: string): string {
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
