import { type Person, peopleOf } from '../../../entities/logs/usual.ts';
import type { Log } from '../../../entities/logs/values.ts';
import { sum } from '../../../lib/amounts.ts';
import { addDays, addMonths, type DayText, monthOf, monthRange } from '../../../lib/dates.ts';

/** What a worker's day looks like; `mixed`: several shifts. */
type CellStatus = 'empty' | 'present' | 'absent' | 'mixed';

export interface Cell {
  readonly day: DayText;
  readonly logs: readonly Log[];
  readonly status: CellStatus;
  /** Worked, without breaks. */
  readonly minutes: number;
  /** Nothing but notes can be changed. */
  readonly isClosed: boolean;
}

export interface GridTotals {
  readonly workedMinutes: number;
  readonly daysWorked: number;
  readonly absences: number;
  readonly payments: string;
}

export interface GridRow extends Person {
  readonly cells: readonly Cell[];
  readonly totals: GridTotals;
}

export interface DayTotals {
  readonly day: DayText;
  readonly present: number;
  readonly absent: number;
  readonly workedMinutes: number;
  readonly isClosed: boolean;
}

export interface Grid {
  readonly rows: readonly GridRow[];
  readonly days: readonly DayTotals[];
  readonly totals: GridTotals;
}

const minutesOf = (logs: readonly Log[]) => logs.reduce((total, log) => total + log.workedMinutes, 0);

function statusOf(logs: readonly Log[]): CellStatus {
  if (logs.length > 1) return 'mixed';
  const [log] = logs;
  if (!log) return 'empty';
  return log.isAbsent ? 'absent' : 'present';
}

/** As the service counts: days on which a worker was present, once for each worker and day. */
const totalsOf = (logs: readonly Log[]): GridTotals => ({
  workedMinutes: minutesOf(logs),
  daysWorked: new Set(logs.filter((log) => !log.isAbsent).map(({ worker, date }) => `${worker} ${date}`))
    .size,
  absences: logs.filter((log) => log.isAbsent).length,
  payments: sum(logs.map(({ payment }) => payment)),
});

/** Worker by day; shifts of a day in the order of their beginning. @param closedThrough null: nothing is closed */
export function buildGrid(
  workers: readonly Person[],
  days: readonly DayText[],
  logs: readonly Log[],
  closedThrough: DayText | null = null,
): Grid {
  const byCell = Map.groupBy(logs, ({ worker, date }) => `${worker} ${date}`);
  const byWorker = Map.groupBy(logs, ({ worker }) => worker);
  const byDay = Map.groupBy(logs, ({ date }) => date);
  const isClosed = (day: DayText) => closedThrough !== null && day <= closedThrough;
  const cell = (worker: string, day: DayText): Cell => {
    const found = (byCell.get(`${worker} ${day}`) ?? []).toSorted(byStart);
    return {
      day,
      logs: found,
      status: statusOf(found),
      minutes: minutesOf(found),
      isClosed: isClosed(day),
    };
  };
  return {
    rows: peopleOf(workers, logs).map((person) => ({
      ...person,
      cells: days.map((day) => cell(person.worker, day)),
      totals: totalsOf(byWorker.get(person.worker) ?? []),
    })),
    days: days.map((day) => {
      const { daysWorked, absences, workedMinutes } = totalsOf(byDay.get(day) ?? []);
      return { day, present: daysWorked, absent: absences, workedMinutes, isClosed: isClosed(day) };
    }),
    totals: totalsOf(logs),
  };
}

const byStart = (one: Log, other: Log) =>
  (one.startingTime ?? '').localeCompare(other.startingTime ?? '') || one._id.localeCompare(other._id);

export interface Position {
  readonly row: number;
  readonly column: number;
}

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
}

const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);

/** Where a key leads from a cell (ARIA grid pattern); undefined for keys that lead nowhere. */
export function movePosition(
  { row, column }: Position,
  { key, ctrlKey }: Key,
  size: { readonly rows: number; readonly columns: number },
  isRtl: boolean,
): Position | undefined {
  const to = (nextRow: number, nextColumn: number) => ({
    row: within(nextRow, size.rows),
    column: within(nextColumn, size.columns),
  });
  const forward = isRtl ? -1 : 1;
  if (key === 'ArrowUp') return to(row - 1, column);
  if (key === 'ArrowDown') return to(row + 1, column);
  if (key === 'ArrowRight') return to(row, column + forward);
  if (key === 'ArrowLeft') return to(row, column - forward);
  if (key === 'Home') return to(ctrlKey ? 0 : row, 0);
  if (key === 'End') return to(ctrlKey ? size.rows : row, size.columns);
  return undefined;
}

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
export const clipArea = (area: Area, rows: number, columns: number): Area => ({
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

export interface Range {
  readonly from?: DayText | undefined;
  readonly to?: DayText | undefined;
}

type Asked = Range & { readonly range?: 'all' | undefined };

export const quickRanges = ['thisMonth', 'lastMonth', 'last7Days', 'allTime'] as const;
export type QuickRange = (typeof quickRanges)[number];

/** The days a quick choice stands for, counted from today. */
export function quickRange(name: QuickRange, today: DayText): Range {
  if (name === 'thisMonth') return monthRange(monthOf(today));
  if (name === 'lastMonth') return monthRange(addMonths(monthOf(today), -1));
  if (name === 'last7Days') return { from: addDays(today, -6), to: today };
  return {};
}

/** The days of a filter; where it names none, the present month. */
export const rangeOf = ({ from, to, range }: Asked, today: DayText): Range =>
  from || to || range ? { from, to } : quickRange('thisMonth', today);

/** As it stands in the address: the present month leaves nothing there, all time says so. */
export function addressOf({ from, to }: Range, today: DayText): Asked {
  const month = quickRange('thisMonth', today);
  if (from === month.from && to === month.to) return { from: undefined, to: undefined, range: undefined };
  return { from, to, range: from || to ? undefined : 'all' };
}
