import { type Person, peopleOf } from '../../../entities/logs/people.ts';
import type { Log } from '../../../entities/logs/values.ts';
import type { DayText } from '../../../lib/dates.ts';
import { sum } from '../../../lib/money.ts';

/** What a worker's day looks like; `mixed`: several shifts. */
type CellStatus = 'empty' | 'present' | 'absent' | 'mixed';

export interface Cell {
  readonly day: DayText;
  readonly logs: readonly Log[];
  readonly status: CellStatus;
  /** Worked, without breaks. */
  readonly minutes: number;
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

/** Worker by day; shifts of a day in the order of their beginning. */
export function buildGrid(workers: readonly Person[], days: readonly DayText[], logs: readonly Log[]): Grid {
  const byCell = Map.groupBy(logs, ({ worker, date }) => `${worker} ${date}`);
  const byWorker = Map.groupBy(logs, ({ worker }) => worker);
  const byDay = Map.groupBy(logs, ({ date }) => date);
  const cell = (worker: string, day: DayText): Cell => {
    const found = (byCell.get(`${worker} ${day}`) ?? []).toSorted(byStart);
    return { day, logs: found, status: statusOf(found), minutes: minutesOf(found) };
  };
  return {
    rows: peopleOf(workers, logs).map((person) => ({
      ...person,
      cells: days.map((day) => cell(person.worker, day)),
      totals: totalsOf(byWorker.get(person.worker) ?? []),
    })),
    days: days.map((day) => {
      const { daysWorked, absences, workedMinutes } = totalsOf(byDay.get(day) ?? []);
      return { day, present: daysWorked, absent: absences, workedMinutes };
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
export function moved(
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
