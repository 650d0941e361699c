import type { Position } from './grid.ts';

/** Cells from one corner to the other. */
export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly start: number;
  readonly end: number;
}

export const areaOf = (one: Position, other: Position): Area => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  start: Math.min(one.column, other.column),
  end: Math.max(one.column, other.column),
});

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** The places of an area, row by row. */
export const placesIn = ({ top, bottom, start, end }: Area): Position[][] =>
  numbers(top, bottom).map((row) => numbers(start, end).map((column) => ({ row, column })));

/** As much of an area as has cells that can be changed. */
export const clipped = (area: Area, rows: number, columns: number): Area => ({
  ...area,
  bottom: Math.min(area.bottom, rows - 1),
  end: Math.min(area.end, columns - 1),
});
