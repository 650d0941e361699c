import './month.css';
import { useDirection } from '@mantine/core';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { isDraft, useLogChanges, useLogRemoval } from '../../../entities/logs/mutations.ts';
import { usualTimes } from '../../../entities/logs/usual.ts';
import type { Log } from '../../../entities/logs/values.ts';
import { weekdayOf } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { type Grid, moved, type Position } from '../logic/grid.ts';
import { CellEditor } from './CellEditor.tsx';
import { type DayHead, GridFooter, GridHeader, Legend, sums } from './GridParts.tsx';
import { WorkerRow } from './WorkerRow.tsx';

interface Props {
  readonly grid: Grid;
  readonly month: string;
}

/** Worker by day. One cell is in the order of Tab; arrows lead to the others, Enter edits, Delete removes. */
export function MonthGrid({ grid, month }: Props) {
  const { t } = useTranslation('logs');
  const format = useFormat();
  const { dir } = useDirection();
  const today = format.today();
  const [active, setActive] = useState<Position>(() => ({
    row: 0,
    column: Math.max(
      0,
      grid.days.findIndex(({ day }) => day === today),
    ),
  }));
  const [isEditing, setEditing] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const changes = useLogChanges();
  const remove = useLogRemoval();

  // Today is in view from the beginning, however narrow the window.
  useLayoutEffect(() => {
    const cell = table.current?.querySelector('[data-cell][tabindex="0"]')?.getBoundingClientRect();
    const box = table.current?.parentElement;
    if (!cell || !box) return;
    const { left, width } = box.getBoundingClientRect();
    box.scrollLeft += cell.left + cell.width / 2 - (left + width / 2);
  }, []);

  const heads = useMemo<DayHead[]>(
    () =>
      grid.days.map(({ day }) => ({
        day,
        weekday: format.weekday(day),
        name: format.longDay(day),
        isWeekend: format.weekend.includes(weekdayOf(day)),
        isToday: day === today,
      })),
    [grid.days, format, today],
  );
  const usual = useMemo(
    () => usualTimes(grid.rows.flatMap(({ cells }) => cells.flatMap(({ logs }) => logs))),
    [grid.rows],
  );

  const element = (position: Position) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${position.row}:${position.column}"]`);
  const close = useCallback(() => {
    setEditing(false);
    table.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus();
  }, []);

  const cellAt = ({ row, column }: Position) => grid.rows[row]?.cells[column];
  const open = (position: Position) => {
    // What is on its way to the service has no name there yet.
    const cell = cellAt(position);
    if (!cell || cell.logs.some(isDraft)) return;
    setActive(position);
    setEditing(true);
  };
  const askToRemove = (log: Log) => {
    setEditing(false);
    remove(log);
  };
  const pressed = (event: KeyboardEvent<HTMLTableElement>) => {
    const position = positionOf(event);
    if (!position) return;
    const next = moved(
      position,
      event,
      { rows: grid.rows.length + sums.rows, columns: heads.length + sums.columns },
      dir === 'rtl',
    );
    if (next) element(next)?.focus();
    else if (event.key === 'Enter' || event.key === 'F2' || event.key === ' ') open(position);
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      const logs = cellAt(position)?.logs ?? [];
      const [only] = logs;
      if (logs.length > 1) open(position);
      else if (only && !isDraft(only)) askToRemove(only);
    } else return;
    event.preventDefault();
  };

  const row = grid.rows[active.row];
  const cell = cellAt(active);
  const editor = isEditing && row && cell && (
    <CellEditor
      key={`${row.worker} ${cell.day}`}
      name={row.workerName}
      day={heads[active.column]?.name ?? ''}
      cell={cell}
      usual={usual.get(row.worker)}
      onClose={close}
      onRemove={askToRemove}
      onSave={(values, log, isShift) => {
        close();
        const { worker, workerName } = row;
        const place = { date: cell.day, worker, workerName };
        void (log ? changes.edit(log, values) : changes.add(place, values, isShift));
      }}
    />
  );
  return (
    <>
      <div className="month-box">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid pattern on a table
          role="grid"
          className="month-grid"
          aria-label={`${t('tabs.month')}: ${format.month(month)}`}
          aria-describedby="month-keys"
          onKeyDown={pressed}
          onClick={(event) => {
            const position = positionOf(event);
            if (position) open(position);
          }}
          onFocus={(event) => {
            const position = positionOf(event);
            if (position) setActive(position);
          }}
        >
          <GridHeader heads={heads} />
          <tbody>
            {grid.rows.map((line, index) => (
              <WorkerRow
                key={line.worker}
                row={line}
                index={index}
                heads={heads}
                activeColumn={index === active.row ? active.column : undefined}
                editor={index === active.row ? editor : undefined}
              />
            ))}
          </tbody>
          <GridFooter
            days={grid.days}
            heads={heads}
            totals={grid.totals}
            first={grid.rows.length}
            active={active}
          />
        </table>
      </div>
      <Legend />
    </>
  );
}

/** Of the cell in which something happened; undefined for what happens in a popover over it. */
function positionOf({
  currentTarget,
  target,
}: KeyboardEvent | MouseEvent | FocusEvent): Position | undefined {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return undefined;
  const [row, column] = target.closest<HTMLElement>('[data-cell]')?.dataset.cell?.split(':') ?? [];
  return row === undefined ? undefined : { row: Number(row), column: Number(column) };
}
