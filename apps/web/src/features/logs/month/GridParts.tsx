import { Group, Text } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { Code, Money } from '../../../ui/Values.tsx';
import type { DayTotals, GridTotals, Position } from '../logic/grid.ts';

export interface DayHead {
  readonly day: DayText;
  readonly weekday: string;
  /** The whole date. */
  readonly name: string;
  readonly isWeekend: boolean;
  readonly isToday: boolean;
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
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** A total: the arrow keys lead to it as to a day, but there is nothing to edit. */
export const Sum = ({ row, column, isActive, className = 'sum', children }: SumProps) => (
  <td data-cell={`${row}:${column}`} tabIndex={isActive ? 0 : -1} className={className}>
    {children}
  </td>
);

/** After the days of each row stand so many totals; under the rows so many lines of them. */
export const sums = { columns: 4, rows: 3 };

interface FooterProps extends Heads {
  readonly days: readonly DayTotals[];
  readonly totals: GridTotals;
  /** The place of its first line. */
  readonly first: number;
  /** The cell that has the place in the order of Tab. */
  readonly active: Position;
}

/** For each day: how many were there, how many absent, and the hours. */
export function GridFooter({ days, heads, totals, first, active }: FooterProps) {
  const { t } = useTranslation('logs');
  const { number, duration } = useFormat();
  const lines = [
    {
      name: t('present'),
      of: ({ present }: DayTotals) => present && number(present),
      sum: number(totals.daysWorked),
    },
    {
      name: t('absent'),
      of: ({ absent }: DayTotals) => absent && number(absent),
      sum: number(totals.absences),
    },
    {
      name: t('hours'),
      of: ({ minutes }: DayTotals) => minutes && <Code>{duration(minutes)}</Code>,
      sum: <Code>{duration(totals.minutes)}</Code>,
    },
  ];
  const place = (line: number, column: number) => ({
    row: first + line,
    column,
    isActive: active.row === first + line && active.column === column,
  });
  return (
    <tfoot>
      {lines.map(({ name, of, sum }, line) => (
        <tr key={name}>
          <th scope="row" className="who">
            {name}
          </th>
          {days.map((day, index) => (
            <Sum key={day.day} {...place(line, index)} className={heads[index] && shade(heads[index])}>
              {of(day) || ''}
            </Sum>
          ))}
          <Sum {...place(line, days.length)} className="sum first">
            {sum}
          </Sum>
          <Sum {...place(line, days.length + 1)} />
          <Sum {...place(line, days.length + 2)} />
          <Sum {...place(line, days.length + 3)}>
            {line === lines.length - 1 && <Money value={totals.payments} />}
          </Sum>
        </tr>
      ))}
    </tfoot>
  );
}

/** What the colours and signs mean, and which keys there are. */
export function Legend() {
  const { t } = useTranslation('logs');
  return (
    <Group gap="md" mt="xs" className="month-legend">
      <span>
        <span className="swatch present">8:00</span> {t('present')}
      </span>
      <span>
        <span className="swatch absent">
          <IconUserOff size={12} aria-hidden />
        </span>{' '}
        {t('absent')}
      </span>
      <span>
        <span className="swatch mixed">×2</span> {t('severalShifts')}
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
