import { Group, Text } from '@mantine/core';
import { IconLock, IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBreakText } from '../../../entities/logs/LogValue.tsx';
import type { Log } from '../../../entities/logs/values.ts';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { isolated } from '../../../lib/text.ts';
import { Code, Money } from '../../../ui/values.tsx';
import type { Cell, DayTotals, GridTotals, Position } from '../logic/grid.ts';

export interface DayHead {
  readonly day: DayText;
  readonly weekday: string;
  /** The whole date. */
  readonly name: string;
  readonly isWeekend: boolean;
  readonly isToday: boolean;
  readonly isClosed: boolean;
}

interface Heads {
  readonly heads: readonly DayHead[];
}

const shade = ({ isWeekend, isToday }: DayHead) =>
  `${isWeekend ? 'weekend' : ''}${isToday ? ' today' : ''}`.trim() || undefined;

export function GridHeader({ heads }: Heads) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const { dayOfMonth } = useFormat();
  return (
    <thead>
      <tr>
        <th scope="col" className="who">
          {t('fields.worker')}
        </th>
        {heads.map((head) => (
          <th
            key={head.day}
            scope="col"
            className={shade(head)}
            aria-label={head.name}
            aria-current={head.isToday ? 'date' : undefined}
          >
            <span className="weekday">{head.weekday}</span>
            {dayOfMonth(head.day)}
            {head.isClosed && <IconLock size={9} className="lock" aria-hidden />}
          </th>
        ))}
        <th scope="col" className="sum first">
          {t('hours')}
        </th>
        <th scope="col" className="sum">
          {t('days')}
        </th>
        <th scope="col" className="sum">
          {t('absences')}
        </th>
        <th scope="col" className="sum">
          {t('payments')}
        </th>
        <th scope="col" className="print-only signature">
          {common('signature')}
        </th>
      </tr>
    </thead>
  );
}

interface SumProps {
  readonly row: number;
  readonly column: number;
  readonly isActive: boolean;
  readonly className: string | undefined;
  readonly children?: ReactNode;
}

/** A total: the arrow keys lead to it as to a day, but there is nothing to edit. */
export const SumCell = ({ row, column, isActive, className, children }: SumProps) => (
  <td data-cell={`${row}:${column}`} tabIndex={isActive ? 0 : -1} className={className}>
    {children}
  </td>
);

interface FooterProps extends Heads {
  /** The number of rows above. */
  readonly top: number;
  readonly days: readonly DayTotals[];
  readonly totals: GridTotals;
  /** The cell that has the place in the order of Tab. */
  readonly active: Position;
}

/** For each day: how many were there, how many absent, and the hours. */
export function GridFooter({ days, heads, totals, top, active }: FooterProps) {
  const { t } = useTranslation('logs');
  const { number, duration, hours } = useFormat();
  // Each total stands under the column of which it is.
  const lines = [
    {
      name: t('present'),
      of: ({ present }: DayTotals) => present && number(present),
      sums: ['', number(totals.daysWorked), '', ''],
    },
    {
      name: t('absent'),
      of: ({ absent }: DayTotals) => absent && number(absent),
      sums: ['', '', number(totals.absences), ''],
    },
    {
      name: t('hours'),
      of: ({ workedMinutes }: DayTotals) => workedMinutes && <Code>{hours(workedMinutes)}</Code>,
      sums: [
        <Code key="hours">{duration(totals.workedMinutes)}</Code>,
        '',
        '',
        <Money key="payments" value={totals.payments} />,
      ],
    },
  ];
  const place = (line: number, column: number) => ({
    row: top + line,
    column,
    isActive: active.row === top + line && active.column === column,
  });
  return (
    <tfoot>
      {lines.map(({ name, of, sums }, line) => (
        <tr key={name}>
          <th scope="row" className="who">
            {name}
          </th>
          {days.map((day, index) => (
            <SumCell key={day.day} {...place(line, index)} className={heads[index] && shade(heads[index])}>
              {of(day) || ''}
            </SumCell>
          ))}
          {sums.map((sum, column) => (
            <SumCell
              // biome-ignore lint/suspicious/noArrayIndexKey: the same columns in every line
              key={column}
              {...place(line, days.length + column)}
              className={column === 0 ? 'sum first' : 'sum'}
            >
              {sum}
            </SumCell>
          ))}
        </tr>
      ))}
    </tfoot>
  );
}

/** What the colours and signs mean, and which keys there are. */
export function Legend() {
  const { t } = useTranslation('logs');
  const { number } = useFormat();
  return (
    <Group gap="md" mt="xs" className="month-legend">
      <span>
        <span className="swatch present">{number(8)}</span> {t('present')}
      </span>
      <span>
        <span className="swatch absent">
          <IconUserOff size={12} aria-hidden />
        </span>{' '}
        {t('absent')}
      </span>
      <span>
        <span className="swatch mixed">×{number(2)}</span> {t('severalShifts')}
      </span>
      <span>
        <span className="swatch" /> {t('nothingRecorded')}
      </span>
      <Text span size="xs" c="dimmed" id="month-keys" className="no-print">
        {t('gridKeys')}
      </Text>
    </Group>
  );
}

/** What a cell says, in words that begin with those it shows. */
export function useCellText() {
  const { t } = useTranslation('logs');
  const { clock, hours, list, number } = useFormat();
  const breakTextOf = useBreakText();
  const shift = (log: Log) => {
    const { isAbsent, startingTime, finishingTime, crossesMidnight } = log;
    if (isAbsent || !startingTime || !finishingTime) return t('absent');
    const times = isolated(`${clock(startingTime)}–${clock(finishingTime)}`);
    const more = [crossesMidnight && t('nextDay'), breakTextOf(log)].filter(Boolean);
    return more.length > 0 ? `${times} (${list(...(more as string[]))})` : times;
  };
  return ({ logs, status, minutes }: Cell) => {
    if (status === 'empty') return t('nothingRecorded');
    if (status === 'absent') return t('absent');
    const shown = status === 'mixed' ? `${hours(minutes)} ×${number(logs.length)}` : hours(minutes);
    return list(shown, ...logs.map(shift));
  };
}
