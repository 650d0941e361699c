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

/** Two corners, and the workers whose rows there were when they were chosen. */
export interface Selection {
  readonly anchor: Position;
  readonly active: Position;
  readonly workers: readonly string[];
}

/** The same cells where rows have come, gone or moved meanwhile; of chosen rows that are no longer together the active cell alone. */
export function selectionAmong({ anchor, active, workers: old }: Selection, workers: readonly string[]) {
  const now = ({ row, column }: Position): Position => {
    const worker = old[row];
    // The totals stand below the workers, however many there are.
    if (worker === undefined) return { row: row - old.length + workers.length, column };
    const found = workers.indexOf(worker);
    return { row: found === -1 ? Math.min(row, workers.length - 1) : found, column };
  };
  const [from, to] = [now(anchor), now(active)];
  const namesOf = ({ top, bottom }: Area, all: readonly string[]) => all.slice(top, bottom + 1).join(' ');
  const isTogether = namesOf(areaOf(anchor, active), old) === namesOf(areaOf(from, to), workers);
  return { anchor: isTogether ? from : to, active: to };
}
