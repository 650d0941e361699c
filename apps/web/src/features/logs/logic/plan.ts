import { LogDraft } from '../../../entities/logs/draft.ts';
import { ordinaryTimes } from '../../../entities/logs/usual.ts';
import { isDraft, type Log, type LogValues, logChanges, valuesOf } from '../../../entities/logs/values.ts';
import type { Cell, Grid, GridRow, Position } from './grid.ts';
import { type Area, placesIn } from './grid.ts';
import type { CellContent, TypedShift } from './typed-cell.ts';

/** What is done to make a cell hold what it is to. */
export type PlannedStep =
  | { readonly kind: 'create'; readonly values: LogValues; readonly isShift: boolean }
  | { readonly kind: 'update'; readonly log: Log; readonly values: LogValues }
  | { readonly kind: 'remove'; readonly log: Log };

type Refusal = 'closed' | 'unreadable' | 'underWay' | 'invalid';

/** What becomes of one cell. */
export interface Planned {
  readonly row: GridRow;
  readonly cell: Cell;
  readonly typed: string;
  readonly content: CellContent | undefined;
  readonly steps: readonly PlannedStep[];
  readonly refusal?: Refusal;
}

const nothing: LogValues = { ...ordinaryTimes, payment: '', isAbsent: false, extraNotes: '' };

/** The logs that a cell is to have, in their order; absence is a log without times. */
const wanted = (content: CellContent): readonly (TypedShift | 'absent')[] =>
  content.kind === 'shifts' ? content.shifts : content.kind === 'absent' ? ['absent'] : [];

/** From the first log to the first that is wanted and so on; what is over is removed, what is missing is made. */
export function stepsFor({ logs }: Pick<Cell, 'logs'>, content: CellContent): PlannedStep[] {
  const all = wanted(content);
  const count = Math.max(all.length, logs.length);
  return Array.from({ length: count }, (_, index): PlannedStep | undefined => {
    const [log, one] = [logs[index], all[index]];
    if (one === undefined) return log && { kind: 'remove', log };
    const before = log ? valuesOf(log) : nothing;
    const values = one === 'absent' ? { ...before, isAbsent: true } : { ...before, ...one, isAbsent: false };
    if (!log) return { kind: 'create', values, isShift: index > 0 };
    return Object.keys(logChanges(before, values)).length === 0 ? undefined : { kind: 'update', log, values };
  }).filter((step) => step !== undefined);
}

const isInvalid = (row: GridRow, cell: Cell) => (step: PlannedStep) =>
  step.kind !== 'remove' &&
  !LogDraft.safeParse({ date: cell.day, worker: row.worker, ...step.values }).success;

/** What becomes of a cell where this is put into it. */
export function planCell(row: GridRow, cell: Cell, typed: string, content: CellContent | undefined): Planned {
  const base = { row, cell, typed, content };
  if (cell.isClosed) return { ...base, steps: [], refusal: 'closed' };
  if (!content) return { ...base, steps: [], refusal: 'unreadable' };
  if (cell.logs.some(isDraft)) return { ...base, steps: [], refusal: 'underWay' };
  const steps = stepsFor(cell, content);
  return steps.some(isInvalid(row, cell)) ? { ...base, steps: [], refusal: 'invalid' } : { ...base, steps };
}

/** The cells of a grid that there are at these places. */
export function cellsAt({ rows }: Pick<Grid, 'rows'>, places: readonly Position[]) {
  return places.flatMap(({ row, column }) => {
    const line = rows[row];
    const cell = line?.cells[column];
    return line && cell ? [{ row: line, cell }] : [];
  });
}

/** An area filled from its first row, or its first column. */
export function fillCells(
  grid: Pick<Grid, 'rows'>,
  area: Area,
  from: 'row' | 'column',
  contentOf: (cell: Cell) => CellContent,
) {
  return placesIn(area)
    .flat()
    .flatMap((place) => {
      const source = from === 'row' ? { ...place, row: area.top } : { ...place, column: area.start };
      const [first] = cellsAt(grid, [source]);
      const [target] = cellsAt(grid, [place]);
      return first && target && first.cell !== target.cell && first.cell.logs.length > 0
        ? [planCell(target.row, target.cell, '', contentOf(first.cell))]
        : [];
    });
}

/** What becomes of pasted cells. */
export interface Pasted {
  readonly cells: readonly Planned[];
  /** How many lie beside the grid. */
  readonly outside: number;
  /** How many are empty where there is something, which stays. */
  readonly empty: number;
}

/** Pasted cells, from the first place of the area on; one alone goes into every place of it. Nothing pasted, nothing changed. */
export function pasteCells(
  grid: Pick<Grid, 'rows'>,
  area: Area,
  table: readonly (readonly string[])[],
  read: (typed: string, row: GridRow) => CellContent | undefined,
): Pasted {
  const places = placesIn(area).flat();
  const [[single = ''] = []] = table;
  const isSingle = table.length === 1 && table[0]?.length === 1 && places.length > 0;
  const all = isSingle
    ? places.map((place) => ({ place, typed: single.trim() }))
    : table.flatMap((texts, row) =>
        texts.map((text, column) => ({
          place: { row: area.top + row, column: area.start + column },
          typed: text.trim(),
        })),
      );
  const [filledIn, blank] = [
    all.filter(({ typed }) => typed !== ''),
    all.filter(({ typed }) => typed === ''),
  ];
  const cells = filledIn.flatMap(({ place, typed }) =>
    cellsAt(grid, [place]).map(({ row, cell }) => planCell(row, cell, typed, read(typed, row))),
  );
  const left = cellsAt(
    grid,
    blank.map(({ place }) => place),
  ).filter(({ cell }) => cell.logs.length > 0);
  return { cells, outside: filledIn.length - cells.length, empty: left.length };
}
