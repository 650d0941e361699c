// A refund is a negative amount: as typed, in any of the signs that the field reads.
const minus = /^\s*[-−]\s*/;

export const isRefund = (typed: string): boolean => minus.test(typed);

/** The same amount with or without its sign. */
export const asRefund = (typed: string, refund: boolean): string =>
  `${refund ? '-' : ''}${typed.replace(minus, '')}`;
