import { IconMoon, IconUserOff } from '@tabler/icons-react';
import { memo, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogChanges, useLogRemoval } from '../../../entities/logs/changes.ts';
import { usualTimes } from '../../../entities/logs/usual.ts';
import { baseOf, isDraft, type Log } from '../../../entities/logs/values.ts';
import { isWeekend, useBusiness } from '../../../lib/business.ts';
import { useFormat } from '../../../lib/format.ts';
import { useChangeNotes } from '../../../lib/live.ts';
import { Code, Money, Name } from '../../../ui/values.tsx';
import type { Cell, Grid, GridRow, Position } from '../logic/grid.ts';
import { CellEditor } from './CellEditor.tsx';
import { CellInput } from './CellInput.tsx';
import { type DayHead, GridFooter, GridHeader, Legend, SumCell, useCellText } from './GridParts.tsx';
import { PastePreview } from './PastePreview.tsx';
import { positionOf, useGridCommands, useSelection } from './useGridCommands.ts';
import './month.css';

interface WorkerRowProps {
  readonly row: GridRow;
  readonly index: number;
  readonly heads: readonly DayHead[];
  /** Of the cell that has the place in the order of Tab, if it is in this row. */
  readonly activeColumn: number | undefined;
  /** From which column to which: `3:5`; '' where none is. */
  readonly chosen: string;
  /** Stands at the active cell. */
  readonly editor: ReactNode;
  /** Stands in the active cell, and speaks for it. */
  readonly input: ReactNode;
}

const WorkerRow = memo(function WorkerRow({
  row,
  index,
  heads,
  activeColumn,
  chosen,
  editor,
  input,
}: WorkerRowProps) {
  const { list, number, duration } = useFormat();
  const textOf = useCellText();
  const noteOf = useChangeNotes();
  const { totals } = row;
  const [from = -1, to = -1] = chosen === '' ? [] : chosen.split(':').map(Number);
  const sums = [
    <Code key="hours">{duration(totals.workedMinutes)}</Code>,
    number(totals.daysWorked),
    number(totals.absences),
    <Money key="payments" value={totals.payments} />,
  ];
  return (
    <tr>
      <th scope="row" className="who">
        <Name>{row.workerName}</Name>
      </th>
      {row.cells.map((cell, column) => {
        const head = heads[column];
        const isActive = column === activeColumn;
        const note = cell.logs.map(({ _id }) => noteOf(_id)).find(Boolean);
        return (
          <td
            key={cell.day}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of ARIA's grid
            role="gridcell"
            data-cell={`${index}:${column}`}
            tabIndex={isActive ? 0 : -1}
            aria-selected={column >= from && column <= to}
            className={`${classOf(cell, head)}${note ? ' changed-by-others' : ''}`}
            aria-label={
              isActive && input ? undefined : `${list(row.workerName, head?.name ?? '')}: ${textOf(cell)}`
            }
            aria-readonly={cell.isClosed || undefined}
            aria-busy={cell.logs.some(isDraft) || undefined}
            title={note ? `${textOf(cell)}. ${note}` : textOf(cell)}
          >
            <CellContent cell={cell} />
            {isActive && (input || editor)}
          </td>
        );
      })}
      {sums.map((sum, place) => (
        <SumCell
          // biome-ignore lint/suspicious/noArrayIndexKey: always the same four
          key={place}
          row={index}
          column={row.cells.length + place}
          isActive={activeColumn === row.cells.length + place}
          className={place === 0 ? 'sum first' : 'sum'}
        >
          {sum}
        </SumCell>
      ))}
      <td className="print-only signature" />
    </tr>
  );
});

const classOf = ({ status }: Cell, head: DayHead | undefined) =>
  `cell ${status}${head?.isWeekend ? ' weekend' : ''}${head?.isToday ? ' today' : ''}`;

function CellContent({ cell }: { readonly cell: Cell }) {
  const { number, hours } = useFormat();
  const { t } = useTranslation('logs');
  const { status, logs, minutes } = cell;
  if (status === 'empty') return null;
  if (status === 'absent') return <IconUserOff size={14} aria-label={t('absent')} />;
  const [whole, ...rest] = hours(minutes).split(':');
  return (
    <>
      <span className="ltr number">
        {whole}
        {rest.length > 0 && (
          <>
            :<wbr />
            {rest}
          </>
        )}
      </span>
      {status === 'mixed' && <span className="mark"> ×{number(logs.length)}</span>}
      {status === 'present' && logs[0]?.crossesMidnight && (
        <IconMoon size={10} className="moon" aria-label={t('nextDay')} />
      )}
    </>
  );
}

interface MonthGridProps {
  readonly grid: Grid;
  readonly month: string;
}

/**
 * Worker by day, with totals (ARIA's grid pattern): one cell is in the order of Tab, arrows lead to the others. Times are
 * typed over a cell, or changed in the editor that opens at it.
 */
export function MonthGrid({ grid, month }: MonthGridProps) {
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
  const { save } = useLogChanges();
  const remove = useLogRemoval();
  const { weekend } = useBusiness();

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
      grid.days.map(({ day, isClosed }) => ({
        day,
        isClosed,
        weekday: format.narrowWeekday(day),
        name: format.longDay(day),
        isWeekend: isWeekend(day, weekend),
        isToday: day === today,
      })),
    [grid.days, format, today, weekend],
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
        void save(
          log
            ? { kind: 'update', log, base: baseOf(log), values }
            : { kind: 'create', place, values, isShift },
        );
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
