/** Of one worker. Days are YYYY-MM-DD, times HH:MM, amounts decimal text. */
export interface Inputs {
  /** Of the currency: so many digits stand after the point. */
  readonly digits: number;
  /** The day on which the worker was deleted, which changes nothing that is earned. */
  readonly deletedOn: string | null;
  readonly logs: readonly Log[];
  readonly rates: readonly Rate[];
  readonly entries: readonly Entry[];
}

export interface Log {
  readonly date: string;
  /** `null` only where absent. */
  readonly startingTime: string | null;
  readonly finishingTime: string | null;
  readonly breakMinutes: number;
  readonly isAbsent: boolean;
  readonly payment: string;
}

export interface Rate {
  readonly from: string;
  readonly basis: 'hour' | 'day' | 'month' | 'none';
  /** `null` only where the basis is `none`. */
  readonly amount: string | null;
  readonly dayMinutes: number;
  readonly overtimeFactor: string;
  readonly monthDays: number;
}

export const entryKinds = ['opening', 'advance', 'payout', 'bonus', 'deduction'] as const;

export interface Entry {
  readonly date: string;
  readonly kind: (typeof entryKinds)[number];
  readonly amount: string;
  /** The number of the settlement that made or last owned it: an ordinary entry once that one is void. */
  readonly settlement?: number;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Finishing before starting means on the next day. */
export const shiftMinutes = (startingTime: string, finishingTime: string): number =>
  (minutesOf(finishingTime) - minutesOf(startingTime) + 1440) % 1440;

/** The month's last day. */
export const monthEnd = (date: string): string =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).toISOString().slice(0, 10);
