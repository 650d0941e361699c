export interface BalanceDay {
  /** Under the axis, short. */
  readonly name: string;
  /** Beside the pointer. */
  readonly fullName: string;
  /** The balance at the end of the day, and its height on the axis. */
  readonly text: string;
  readonly height: number;
  readonly isWeekend: boolean;
}

export interface BalancesProps {
  readonly days: readonly BalanceDay[];
  /** The place of the day that is marked, if one is. */
  readonly marked: number | undefined;
  readonly height: number;
}

/** Neighbouring weekend days together: the place of the first, and of the day after the last. */
export function weekendsOf(days: readonly Pick<BalanceDay, 'isWeekend'>[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const [at, { isWeekend }] of days.entries()) {
    const last = found.at(-1);
    if (isWeekend && last?.to === at) last.to = at + 1;
    else if (isWeekend) found.push({ from: at, to: at + 1 });
  }
  return found;
}

/** Places along the axis at equal distances, at most so many. */
export const placesOf = (count: number, most: number): number[] => {
  const step = Math.ceil(count / most);
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
};
