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
