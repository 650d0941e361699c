import { useDirection } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type LogStep, useLogChanges } from '../../../entities/logs/changes.ts';
import type { Times } from '../../../entities/logs/usual.ts';
import { baseOf, isDraft } from '../../../entities/logs/values.ts';
import { useFormat } from '../../../lib/format.ts';
import { shortcutOf } from '../../../lib/shortcuts.ts';
import {
  areaOf,
  clipArea,
  type Grid,
  type GridRow,
  movePosition,
  type Position,
  placesIn,
  selectionAmong,
} from '../logic/grid.ts';
import {
  cellsAt,
  fillCells,
  type Pasted,
  type Planned,
  type PlannedStep,
  pasteCells,
  planCell,
} from '../logic/plan.ts';
import {
  type CellContent,
  contentOf,
  isOneCell,
  parseTsv,
  readCell,
  toTsv,
  writeCell,
} from '../logic/typed-cell.ts';
import type { AfterEntry } from './CellInput.tsx';

/** Saves what becomes of cells: shown at once, in one request, and taken back together. */
function useGridWork() {
  const { t } = useTranslation('logs');
  const { longDay } = useFormat();
  const { saveAll } = useLogChanges();
  const workOf = ({ row: { worker, workerName }, cell }: Planned, step: PlannedStep): LogStep['work'] => {
    if (step.kind === 'create') return { ...step, place: { worker, workerName, date: cell.day } };
    return step.kind === 'update' ? { ...step, base: baseOf(step.log) } : step;
  };
  return (cells: readonly Planned[]) => {
    const refusal = cells.find((one) => one.refusal)?.refusal;
    if (refusal) notifications.show({ color: 'red', message: t(`refusals.${refusal}`) });
    const changed = cells.filter(({ steps }) => steps.length > 0);
    const all = changed.flatMap((one): LogStep[] => {
      const name = `${one.row.workerName}, ${longDay(one.cell.day)}`;
      return one.steps.map((step) => ({ name, work: workOf(one, step) }));
    });
    void saveAll(all, () => t('savedCount', { count: changed.length }));
  };
}

type Happened = KeyboardEvent | MouseEvent | FocusEvent | ClipboardEvent;

/** Of the cell in which something happened; undefined for what happens in a popover over it. */
export function positionOf({ currentTarget, target }: Happened): Position | undefined {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return undefined;
  const [row, column] = target.closest<HTMLElement>('[data-cell]')?.dataset.cell?.split(':') ?? [];
  return row === undefined ? undefined : { row: Number(row), column: Number(column) };
}

const isSame = (one: Position, other: Position) => one.row === other.row && one.column === other.column;

/** The cell that has the focus, and the cells chosen with it: by Shift and arrows, Shift and a click, or drawing the mouse over them. */
export function useSelection(
  table: RefObject<HTMLTableElement | null>,
  first: Position,
  workers: readonly string[],
) {
  const [chosen, setChosen] = useState({ anchor: first, active: first, workers });
  // Others may be hired while cells are chosen.
  const { anchor, active } = selectionAmong(chosen, workers);
  const drawing = useRef<'begun' | 'drawn'>(undefined);
  const isExtending = useRef(false);

  const select = (position: Position, extend = false) => {
    setChosen({ anchor: extend ? anchor : position, active: position, workers });
    isExtending.current = extend;
    table.current?.querySelector<HTMLElement>(`[data-cell="${position.row}:${position.column}"]`)?.focus();
    isExtending.current = false;
  };
  useEffect(() => {
    const end = () => {
      // The click that follows is the end of the drawing.
      setTimeout(() => {
        drawing.current = undefined;
      });
    };
    window.addEventListener('mouseup', end);
    return () => window.removeEventListener('mouseup', end);
  }, []);

  return {
    active,
    area: areaOf(anchor, active),
    select,
    setArea(from: Position, to: Position) {
      select(from);
      setChosen({ anchor: from, active: to, workers });
    },
    /** A click that only chooses, and opens nothing. */
    isChoosing: (event: MouseEvent) => event.shiftKey || drawing.current === 'drawn',
    handlers: {
      onFocus(event: FocusEvent) {
        const position = positionOf(event);
        if (!position || isExtending.current || isSame(position, active)) return;
        setChosen({ anchor: position, active: position, workers });
      },
      onMouseDown(event: MouseEvent) {
        const position = positionOf(event);
        if (!position || event.button !== 0 || event.target instanceof HTMLInputElement) return;
        // Nothing is marked as text.
        event.preventDefault();
        select(position, event.shiftKey);
        drawing.current = 'begun';
      },
      onMouseOver(event: MouseEvent) {
        const position = drawing.current && positionOf(event);
        if (!position || isSame(position, active)) return;
        drawing.current = 'drawn';
        select(position, true);
      },
    },
  };
}

/** Under the days' figures: present, absent, hours. */
const footRows = 3;
/** Beside the workers' days: hours, days, absences, payments. */
const sumColumns = 4;

interface Options {
  readonly grid: Grid;
  readonly selection: ReturnType<typeof useSelection>;
  readonly usual: ReadonlyMap<string, Times>;
  /** Opens the editor at a cell. */
  readonly open: (position: Position) => void;
}

/** What keys and the clipboard do in the grid. */
export function useGridCommands({ grid, selection, usual, open }: Options) {
  const { t } = useTranslation('logs');
  const { dir } = useDirection();
  const save = useGridWork();
  const [typing, setTyping] = useState<{ readonly initial: string; readonly worker: string | undefined }>();
  const [preview, setPreview] = useState<Pasted>();
  const { active, select } = selection;
  const words = { present: t('present'), absent: t('absent') };
  const days = grid.days.length;
  const size = { rows: grid.rows.length + footRows, columns: days + sumColumns };
  const area = clipArea(selection.area, grid.rows.length, days);
  const read = (typed: string, { worker }: GridRow) => readCell(typed, words, usual.get(worker));
  const chosen = () => cellsAt(grid, placesIn(area).flat());
  const put = (content: CellContent) =>
    save(chosen().map(({ row, cell }): Planned => planCell(row, cell, '', content)));

  const clear = () => {
    const cells = chosen();
    const [only] = cells;
    // Which of several shifts, the editor asks.
    if (cells.length === 1 && only && only.cell.logs.length > 1) open(active);
    else put({ kind: 'empty' });
  };
  const fill = () => {
    const [source] = cellsAt(grid, [active]);
    if (source && source.cell.logs.length > 0) put(contentOf(source.cell));
  };
  const after = (where: AfterEntry) => {
    const key = { down: 'ArrowDown', up: 'ArrowUp', next: 'ArrowRight', previous: 'ArrowLeft' };
    const next =
      where in key &&
      movePosition(active, { key: key[where as keyof typeof key], ctrlKey: false }, size, false);
    if (where !== 'stay') select(next || active);
  };

  return {
    typing,
    preview,
    closePreview: () => setPreview(undefined),
    save,
    cancelTyping: () => {
      setTyping(undefined);
      select(active);
    },
    loseTyping(typed: string, error: string) {
      setTyping(undefined);
      notifications.show({ color: 'red', title: typed, message: error });
    },
    /** Saves what was typed over the cell, or says why not. */
    saveTyped(typed: string, where: AfterEntry): string | undefined {
      const places = where === 'all' ? chosen() : cellsAt(grid, [active]);
      const cells = places.map(({ row, cell }) => planCell(row, cell, typed, read(typed, row)));
      const refusal = cells.find((one) => one.refusal)?.refusal;
      if (refusal) return t(`refusals.${refusal}`);
      setTyping(undefined);
      after(where);
      save(cells);
      return undefined;
    },
    onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
      const position = positionOf(event);
      if (!position) return;
      const name = shortcutOf(event.nativeEvent, 'month');
      const next = movePosition(position, event, size, dir === 'rtl');
      const isDay = position.row < grid.rows.length && position.column < days;
      if (name === 'gridMove' || name === 'gridEnds') next && select(next);
      else if (name === 'gridSelect') next && select(next, true);
      else if (name === 'gridAll')
        selection.setArea({ row: 0, column: 0 }, { row: grid.rows.length - 1, column: days - 1 });
      else if (name === 'gridCopy' || name === 'gridPaste') return;
      else if (name === 'gridEdit') open(position);
      else if (name === 'gridClear') clear();
      else if (name === 'gridFill') fill();
      else if (name === 'gridFillDown') save(fillCells(grid, area, 'row', contentOf));
      else if (name === 'gridFillAlong') save(fillCells(grid, area, 'column', contentOf));
      else if (isDay && isTyped(event)) {
        const cell = grid.rows[position.row]?.cells[position.column];
        // Where it is closed, the editor says so.
        if (cell?.isClosed) open(position);
        else if (cell?.logs.some(isDraft)) return;
        else setTyping({ initial: event.key, worker: grid.rows[position.row]?.worker });
      } else return;
      event.preventDefault();
    },
    onCopy(event: ClipboardEvent) {
      if (typing || !positionOf(event)) return;
      event.preventDefault();
      const rows = placesIn(area).map((places) =>
        cellsAt(grid, places).map(({ cell }) => writeCell(cell, words)),
      );
      event.clipboardData.setData('text/plain', toTsv(rows));
    },
    onPaste(event: ClipboardEvent) {
      const text = event.clipboardData.getData('text/plain');
      // Several cells are cells of the grid, also where one is being typed.
      if ((typing && isOneCell(text)) || !positionOf(event)) return;
      event.preventDefault();
      setPreview(pasteCells(grid, area, parseTsv(text), read));
    },
  };
}

/** A character with which typing begins; `/` and `?` are keys of the page. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !'/?'.includes(key);
