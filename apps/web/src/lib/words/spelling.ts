import type { Currency } from './currencies.ts';

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
