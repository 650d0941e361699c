import { IconMoon, IconUserOff } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isDraft } from '../../../entities/logs/values.ts';
import { useFormat } from '../../../lib/format.ts';
import { Code, Money, Name } from '../../../ui/Values.tsx';
import type { Cell, GridRow } from '../logic/grid.ts';
import { type DayHead, Sum } from './GridParts.tsx';
import { useCellText } from './useCellText.ts';

interface Props {
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

export const WorkerRow = memo(function WorkerRow({
  row,
  index,
  heads,
  activeColumn,
  chosen,
  editor,
  input,
}: Props) {
  const { list, number, duration } = useFormat();
  const textOf = useCellText();
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
        return (
          <td
            key={cell.day}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of ARIA's grid
            role="gridcell"
            data-cell={`${index}:${column}`}
            tabIndex={isActive ? 0 : -1}
            aria-selected={column >= from && column <= to}
            className={classOf(cell, head)}
            aria-label={
              isActive && input ? undefined : `${list(row.workerName, head?.name ?? '')}: ${textOf(cell)}`
            }
            aria-busy={cell.logs.some(isDraft) || undefined}
            title={textOf(cell)}
          >
            <CellContent cell={cell} />
            {isActive && (input || editor)}
          </td>
        );
      })}
      {sums.map((sum, place) => (
        <Sum
          // biome-ignore lint/suspicious/noArrayIndexKey: always the same four
          key={place}
          row={index}
          column={row.cells.length + place}
          isActive={activeColumn === row.cells.length + place}
          className={place === 0 ? 'sum first' : 'sum'}
        >
          {sum}
        </Sum>
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
  return (
    <>
      <Code>{hours(minutes)}</Code>
      {status === 'mixed' && <span className="mark"> ×{number(logs.length)}</span>}
      {status === 'present' && logs[0]?.crossesMidnight && (
        <IconMoon size={10} className="moon" aria-label={t('nextDay')} />
      )}
    </>
  );
}
