import './own-calendar.css';
import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type DayText, monthOf, weekdayOf, weeksOf } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { Code } from '../../../ui/Values.tsx';
import type { Cell } from '../logic/grid.ts';
import { useCellText } from '../month/useCellText.ts';

interface Props {
  readonly month: string;
  readonly today: DayText;
  readonly cells: readonly Cell[];
}

/** The weeks of a month, each day with its hours. */
export function OwnCalendar({ month, today, cells }: Props) {
  const { t } = useTranslation('logs');
  const { month: monthName, weekday, dayOfMonth, longDay, duration, firstDayOfWeek, weekend } = useFormat();
  const textOf = useCellText();
  const byDay = new Map(cells.map((cell) => [cell.day, cell]));
  const weeks = weeksOf(month, firstDayOfWeek);
  return (
    <table className="own-calendar" aria-label={monthName(month)}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const cell = byDay.get(day);
              if (!cell || monthOf(day) !== month) return <td key={day} className="outside" />;
              const isWeekend = weekend.includes(weekdayOf(day));
              return (
                <td
                  key={day}
                  className={`${cell.status}${isWeekend ? ' weekend' : ''}${day === today ? ' today' : ''}`}
                  aria-current={day === today ? 'date' : undefined}
                  title={`${longDay(day)}: ${textOf(cell)}`}
                >
                  <span className="day-number">{dayOfMonth(day)}</span>
                  {cell.status === 'absent' && <IconUserOff size={16} role="img" aria-label={t('absent')} />}
                  {cell.minutes > 0 && <Code>{duration(cell.minutes)}</Code>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
