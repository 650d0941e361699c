import { useDirection } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Times } from '../../../entities/logs/usual.ts';
import { isDraft } from '../../../entities/logs/values.ts';
import { shortcutOf } from '../../../lib/shortcuts.ts';
import { type Grid, type GridRow, moved, type Position } from '../logic/grid.ts';
import { cellsAt, filled, type Pasted, type Planned, pasted, planned } from '../logic/plan.ts';
import { clipped, placesIn } from '../logic/selection.ts';
import { isOneCell, parseTsv, toTsv } from '../logic/tsv.ts';
import { type Content, contentOf, readCell, writeCell } from '../logic/typed-cell.ts';
import type { After } from './CellInput.tsx';
import { useGridWork } from './useGridWork.ts';
import { positionOf, type useSelection } from './useSelection.ts';

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
  const area = clipped(selection.area, grid.rows.length, days);
  const read = (typed: string, { worker }: GridRow) => readCell(typed, words, usual.get(worker));
  const chosen = () => cellsAt(grid, placesIn(area).flat());
  const put = (content: Content) =>
    save(chosen().map(({ row, cell }): Planned => planned(row, cell, '', content)));

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
  const after = (where: After) => {
    const key = { down: 'ArrowDown', up: 'ArrowUp', next: 'ArrowRight', previous: 'ArrowLeft' };
    const next =
      where in key && moved(active, { key: key[where as keyof typeof key], ctrlKey: false }, size, false);
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
    saveTyped(typed: string, where: After): string | undefined {
      const places = where === 'all' ? chosen() : cellsAt(grid, [active]);
      const cells = places.map(({ row, cell }) => planned(row, cell, typed, read(typed, row)));
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
      const next = moved(position, event, size, dir === 'rtl');
      const isDay = position.row < grid.rows.length && position.column < days;
      if (name === 'gridMove' || name === 'gridEnds') next && select(next);
      else if (name === 'gridSelect') next && select(next, true);
      else if (name === 'gridAll')
        selection.setArea({ row: 0, column: 0 }, { row: grid.rows.length - 1, column: days - 1 });
      else if (name === 'gridCopy' || name === 'gridPaste') return;
      else if (name === 'gridEdit') open(position);
      else if (name === 'gridClear') clear();
      else if (name === 'gridFill') fill();
      else if (name === 'gridFillDown') save(filled(grid, area, 'row', contentOf));
      else if (name === 'gridFillAlong') save(filled(grid, area, 'column', contentOf));
      else if (isDay && isTyped(event) && !cellsAt(grid, [position])[0]?.cell.logs.some(isDraft))
        setTyping({ initial: event.key, worker: grid.rows[position.row]?.worker });
      else return;
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
      setPreview(pasted(grid, area, parseTsv(text), read));
    },
  };
}

/** A character with which typing begins; `/` and `?` are keys of the page. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !'/?'.includes(key);
