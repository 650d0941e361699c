import { createContext, useContext } from 'react';

/** A currency of ISO 4217, with how many digits it has after the point. */
export interface Currency {
  readonly code: string;
  readonly digits: number;
}

/** What the settings of the business decide about how things are shown. */
export interface Business {
  /** '': it has none. */
  readonly name?: string;
  /** Undefined: amounts are shown without one. */
  readonly currency?: Currency | undefined;
  /** Days on which banks do nothing, 1 (Monday) to 7 (Sunday). */
  readonly weekend: readonly number[];
}

/** Provided by the shell. */
export const BusinessContext = createContext<Business>({ weekend: [] });

export const useBusiness = (): Business => useContext(BusinessContext);
