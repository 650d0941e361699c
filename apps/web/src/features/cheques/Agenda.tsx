import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StateIcon, useStatusWords } from '../../entities/cheques/ChequeStatus.tsx';
import { stateOf } from '../../entities/cheques/cheque.ts';
import { useFormat } from '../../lib/format.ts';
import { Money, Name } from '../../ui/Values.tsx';
import type { CalendarProps } from './CalendarGrid.tsx';

/** The same month where cells would be too narrow: only the days on which something is due. */
export function Agenda({ month, weeks, today, chosen }: CalendarProps) {
  const { t } = useTranslation('cheques');
  const { longDay, month: monthName } = useFormat();
  const words = useStatusWords();
  const days = weeks.flat().filter(({ inMonth, cheques }) => inMonth && cheques.length > 0);
  if (days.length === 0) return <Text c="dimmed">{t('nothingDue')}</Text>;
  return (
    <ul className="agenda" aria-label={monthName(month)}>
      {days.map(({ day, cheques, total, count }) => (
        <li key={day}>
          <Link
            to="/cheques/calendar"
            search={{ month, day }}
            resetScroll={false}
            className="day"
            aria-current={day === chosen ? 'true' : undefined}
          >
            <span className="day-head">
              <span>
                {longDay(day)}
                {day === today && ` (${t('today')})`}
              </span>
              {count > 0 && <Money value={total} />}
            </span>
            {cheques.map((cheque) => {
              const state = stateOf(cheque, today);
              return (
                <span key={cheque._id} className={`due ${state}`}>
                  <StateIcon state={state} />
                  <span className="due-name">
                    <Name>{cheque.payeeName}</Name>
                  </span>
                  {state === 'soon' || state === 'due' ? null : <span>{words(cheque).at(-1)}</span>}
                  <Money value={cheque.value} />
                </span>
              );
            })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
