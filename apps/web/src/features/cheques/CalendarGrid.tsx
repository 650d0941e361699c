import { Button, Group, Text, Title, useDirection, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StateIcon, useStatusWords } from '../../entities/cheques/ChequeStatus.tsx';
import {
  adjacentDay,
  type CalendarDay,
  type Cheque,
  stateOf,
  totalOf,
} from '../../entities/cheques/cheque.ts';
import { useChequeTable } from '../../entities/cheques/useChequeTable.tsx';
import { isWeekend, useBusiness } from '../../lib/business.ts';
import { useFormat } from '../../lib/format.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Money, Name } from '../../ui/values.tsx';

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
    const beside = day && adjacentDay(day, event.key, dir === 'rtl');
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

interface Props {
  readonly day: string;
  readonly cheques: readonly Cheque[];
  readonly actions: (cheque: Cheque) => ReactNode;
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly onCreate: (() => void) | undefined;
}

/** The list of one day under the calendar; comes into view and takes the focus when it opens. */
export function DayCheques({ day, cheques, onCreate, ...table }: Props) {
  const { t } = useTranslation('cheques');
  const { longDay } = useFormat();
  const moved = cheques.filter(({ dueDate }) => dueDate !== day).length;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is opened anew
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [day]);
  return (
    <section aria-label={longDay(day)}>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={3} size="h4" ref={heading} tabIndex={-1} className="day-title">
          {longDay(day)}
        </Title>
        {onCreate && (
          <Button
            size="compact-md"
            variant="light"
            className="no-print"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={onCreate}
          >
            {t('newOnDay')}
          </Button>
        )}
      </Group>
      {moved > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('moved', { count: moved })}
        </Text>
      )}
      <DataTable
        label={longDay(day)}
        rows={cheques}
        rowKey={({ _id }) => _id}
        empty={t('nothingDue')}
        {...useChequeTable({ total: totalOf(cheques).total, isOfOpen: true })}
        {...table}
      />
    </section>
  );
}
