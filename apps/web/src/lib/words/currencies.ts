/** Those that every language with words has names for. */
export const currencies = [
  ...(['ILS', 'JOD', 'USD', 'EUR', 'GBP', 'EGP', 'SAR', 'AED', 'MAD', 'DZD'] as const),
  ...(['TND', 'IQD', 'LBP', 'SYP', 'KWD', 'BHD', 'QAR', 'OMR', 'TRY'] as const),
] as const;
export type Currency = (typeof currencies)[number];

export const isNamed = (code: string): code is Currency => currencies.some((known) => known === code);
