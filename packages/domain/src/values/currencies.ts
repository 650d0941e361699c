/** Codes of ISO 4217. */
export const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The digits that ISO 4217 gives a currency; those that are not named have 2. Intl has others, by usage: 0 of LBP. */
const digits: readonly (readonly [digits: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/** How many digits an amount has after the point; 2 without a currency. */
export const currencyDigits = (currency: string | null): number =>
  digits.find(([, those]) => currency !== null && those.split(' ').includes(currency))?.[0] ?? 2;
