import { useDirection, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { StateIcon, useStatusWords } from '../../entities/cheques/ChequeStatus.tsx';
import { type Cheque, stateOf } from '../../entities/cheques/cheque.ts';
import { type CalendarDay, dayBeside } from '../../entities/cheques/months.ts';
import { useBusiness } from '../../lib/business.ts';
import { isWeekend } from '../../lib/business-days.ts';
import { useFormat } from '../../lib/format.ts';
import { Money, Name } from '../../ui/Values.tsx';

export interface CalendarProps {
  readonly month: string;
  readonly weeks: readonly (readonly CalendarDay<Cheque>[])[];
  readonly today: string;
  /** The day whose list is open. */
  readonly chosen: string | undefined;
}

const namesShown = 3;

/** A month as a table of weeks; arrow keys go from day to day. */
export function CalendarGrid({ month, weeks, today, chosen }: CalendarProps) {
  const { t } = useTranslation('cheques');
  const format = useFormat();
  const { weekend } = useBusiness();
  const { dir } = useDirection();
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const { day } = (event.target as HTMLElement).dataset;
    const beside = day && dayBeside(day, event.key, dir === 'rtl');
    if (!beside) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${beside}"]`)?.focus();
  };
  return (
    <table className="calendar" onKeyDown={move}>
      <caption>
        <VisuallyHidden>{`${format.month(month)}. ${t('arrowKeys')}`}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {weeks[0]?.map(({ day }) => (
            <th key={day} scope="col">
              {format.weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((cell) => (
              <td
                key={cell.day}
                className={[
                  !cell.inMonth && 'outside',
                  cell.day === today && 'today',
                  isWeekend(cell.day, weekend) && 'weekend',
                ]
                  .filter(Boolean)
                  .join(' ')}
              >
                <DayLink cell={cell} month={month} today={today} isChosen={cell.day === chosen} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayLinkProps {
  readonly cell: CalendarDay<Cheque>;
  readonly month: string;
  readonly today: string;
  readonly isChosen: boolean;
}

function DayLink({ cell: { day, cheques, count, total }, month, today, isChosen }: DayLinkProps) {
  const { t } = useTranslation('cheques');
  const { longDay, dayOfMonth, list } = useFormat();
  const words = useStatusWords();
  const left = cheques.length - namesShown;
  return (
    <Link
      to="/cheques/calendar"
      search={{ month, day }}
      resetScroll={false}
      className="day"
      data-day={day}
      aria-current={isChosen ? 'true' : undefined}
    >
      <span className="day-head">
        <span className="day-number">
          <span aria-hidden>{dayOfMonth(day)}</span>
          <VisuallyHidden>{list(longDay(day), t('count', { count }))}</VisuallyHidden>
        </span>
        {count > 0 && (
          <span className="day-sum">
            <Money value={total} />
          </span>
        )}
      </span>
      {cheques.slice(0, namesShown).map((cheque) => (
        <span key={cheque._id} className={`due ${stateOf(cheque, today)}`}>
          <StateIcon state={stateOf(cheque, today)} />
          <VisuallyHidden>{list(...words(cheque))} </VisuallyHidden>
          <span className="due-name">
            <Name>{cheque.payeeName}</Name>
          </span>
        </span>
      ))}
      {left > 0 && <span>{t('andMore', { count: left })}</span>}
    </Link>
  );
}
