import { fold } from '../values/fold.ts';
import { dayOrdersOf, readDay, readTime, shownBy, shownOf } from './cells.ts';
import type { DayOrder } from './imports.schema.ts';
import type { Cell, CellTable } from './table-of-cells.ts';

const words = (text: string) => new Set(text.split(' ').map(fold));
const absent = words('a abs absent absence no n ✗ غ غائب غياب لا נעדר חסר לא ausente ausencia yok izinli 0');

/** Between the two times of a shift in one cell: `8:00-16:30`. */
const between = /-|–|—|\bto\b/u;

/** Start, finish, and whether absent; nothing is known of a shift but that there was one where all are empty. */
function cellsOf(cell: Cell): readonly Cell[] {
  const text = shownOf(cell);
  if (absent.has(fold(text))) return ['', '', { flag: true }];
  const times = text.split(between, 3).map(readTime);
  // What is no shift is shown as it stands, as a time that is at fault.
  return times.length === 2 && times[0] && times[1] ? [times[0], times[1], ''] : [text, text, ''];
}

/** A table with a worker in each row and a day in each column, as one with a log in each row. */
export function rowsOfDays(table: CellTable, asked: DayOrder | undefined) {
  const isDay = (cell: Cell) => readDay(cell, asked) !== undefined;
  const at = table.rows.findIndex(({ cells }) => cells.filter(isDay).length >= 2);
  const head = table.rows[at]?.cells ?? [];
  const first = head.findIndex(isDay);
  const dates = asked ?? shownBy(head, dayOrdersOf).way ?? undefined;
  const named = Math.max(0, first - 1);
  const rows = table.rows.slice(at + 1).flatMap(({ cells }) =>
    head.flatMap((day, index) => {
      const cell = cells[index];
      if (index < first || cell === undefined || shownOf(cell) === '' || !isDay(day)) return [];
      const read = readDay(day, dates);
      const date: Cell = typeof read === 'string' ? { day: read } : day;
      return [[cells[named] ?? '', date, ...cellsOf(cell)]];
    }),
  );
  return {
    headings: ['worker', 'date', 'startingTime', 'finishingTime', 'isAbsent'],
    rows: rows.map((cells, index) => ({ row: index + 1, cells })),
  };
}
