/** What bars show: a text for each value, and its length on the axis. */
interface Bar {
  readonly text: string;
  readonly length: number;
}

export interface BarRow {
  /** Under the bar, short. */
  readonly name: string;
  /** In the table and beside the pointer. */
  readonly fullName: string;
  /** One for each series. */
  readonly bars: readonly Bar[];
}

export interface Series {
  readonly label: string;
  /** Such as `var(--chart-1)`: at least 3:1 on the surface of either theme. */
  readonly color: string;
}

export interface BarsProps {
  /** What the chart says, for those who do not see it. */
  readonly label: string;
  /** Over the names, in the table. */
  readonly nameHeader: string;
  readonly series: readonly Series[];
  readonly rows: readonly BarRow[];
  readonly height?: number;
}

/** How long the bar of an exact amount is. For drawing alone: what is read stays the text. */
export const lengthOf = (amount: string) => Number.parseFloat(amount);

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

/** A balance from day to day beside others over the same days. */
interface BalanceLine {
  readonly label: string;
  readonly days: readonly BalanceDay[];
  readonly isDashed?: boolean;
}

export interface LinesProps {
  readonly lines: readonly BalanceLine[];
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
