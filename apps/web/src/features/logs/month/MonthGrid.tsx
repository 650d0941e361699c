import './month.css';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogChanges, useLogRemoval } from '../../../entities/logs/mutations.ts';
import { usualTimes } from '../../../entities/logs/usual.ts';
import { isDraft, type Log } from '../../../entities/logs/values.ts';
import { weekdayOf } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import type { Grid, Position } from '../logic/grid.ts';
import { CellEditor } from './CellEditor.tsx';
import { CellInput } from './CellInput.tsx';
import { type DayHead, GridFooter, GridHeader, Legend } from './GridParts.tsx';
import { PastePreview } from './PastePreview.tsx';
import { useGridCommands } from './useGridCommands.ts';
import { positionOf, useSelection } from './useSelection.ts';
import { WorkerRow } from './WorkerRow.tsx';

interface Props {
  readonly grid: Grid;
  readonly month: string;
}

/**
 * Worker by day, with totals (ARIA's grid pattern): one cell is in the order of Tab, arrows lead to the others. Times are
 * typed over a cell, or changed in the editor that opens at it.
 */
export function MonthGrid({ grid, month }: Props) {
  const { t } = useTranslation('logs');
  const format = useFormat();
  const today = format.today();
  const table = useRef<HTMLTableElement>(null);
  // Whose day: rows may come and go meanwhile.
  const [editing, setEditing] = useState<string>();
  const todayColumn = grid.days.findIndex(({ day }) => day === today);
  const selection = useSelection(
    table,
    { row: 0, column: Math.max(0, todayColumn) },
    grid.rows.map(({ worker }) => worker),
  );
  const { active, area } = selection;
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
        weekday: format.narrowWeekday(day),
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

  const cellAt = ({ row, column }: Position) => grid.rows[row]?.cells[column];
  const open = (position: Position) => {
    const cell = cellAt(position);
    // What is on its way to the service has no name there yet.
    if (!cell || cell.logs.some(isDraft)) return;
    selection.select(position);
    setEditing(grid.rows[position.row]?.worker);
  };
  const close = useCallback(() => {
    setEditing(undefined);
    table.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus();
  }, []);
  const askToRemove = (log: Log) => {
    setEditing(undefined);
    remove(log);
  };
  const commands = useGridCommands({ grid, selection, usual, open });
  const { typing, preview } = commands;

  const row = grid.rows[active.row];
  const cell = cellAt(active);
  const editor = row && editing === row.worker && cell && (
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
  const input = row && typing?.worker === row.worker && (
    <CellInput
      key={`${row.worker} ${cell?.day}`}
      label={`${row.workerName}, ${heads[active.column]?.name}`}
      initial={typing.initial}
      onSave={commands.saveTyped}
      onCancel={commands.cancelTyping}
      onLost={commands.loseTyping}
    />
  );
  const isChosen = area.top < area.bottom || area.start < area.end;
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
          aria-multiselectable
          onKeyDown={commands.onKeyDown}
          onCopy={commands.onCopy}
          onPaste={commands.onPaste}
          onClick={(event) => {
            const position = positionOf(event);
            if (position && !typing && !selection.isChoosing(event)) open(position);
          }}
          {...selection.handlers}
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
                chosen={
                  isChosen && index >= area.top && index <= area.bottom ? `${area.start}:${area.end}` : ''
                }
                editor={index === active.row ? editor : undefined}
                input={index === active.row ? input : undefined}
              />
            ))}
          </tbody>
          <GridFooter
            days={grid.days}
            heads={heads}
            totals={grid.totals}
            top={grid.rows.length}
            active={active}
          />
        </table>
      </div>
      <Legend />
      {preview && <PastePreview {...preview} onSave={commands.save} onClose={commands.closePreview} />}
    </>
  );
}
