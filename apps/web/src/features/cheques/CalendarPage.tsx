import { Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { Money } from '../../components/Values.tsx';
import { addMonths, monthOf } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { nextPage, useRows } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Waiting } from '../../shell/Waiting.tsx';
import { Agenda } from './Agenda.tsx';
import { CalendarGrid } from './CalendarGrid.tsx';
import { ChequesHeader } from './ChequesHeader.tsx';
import { DayCheques } from './DayCheques.tsx';
import { calendarOf, totalOf } from './months.ts';
import { CalendarSearch } from './search.ts';
import { useChequeWork } from './useChequeWork.tsx';

const narrow = '(max-width: 47.99em)';

/** When which cheque falls due, a month at a time. */
export function CalendarPage() {
  const { t } = useTranslation('cheques');
  const { today, firstDayOfWeek } = useFormat();
  const now = today();
  const [{ month = monthOf(now), day, sort }, setFilters] = useFilters(CalendarSearch);
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const days = calendarOf(month, firstDayOfWeek, []).flat();
  const query = useInfiniteQuery({
    ...api.cheques.list.infiniteQueryOptions({ from: days[0]?.day, to: days.at(-1)?.day }, nextPage),
    placeholderData: keepPreviousData,
  });
  const { rows, hasMore } = useRows(query, true);
  const { create, actions, form } = useChequeWork();

  const weeks = calendarOf(month, firstDayOfWeek, rows);
  const ofMonth = rows.filter(({ dueDate }) => monthOf(dueDate) === month);
  const { count, total } = totalOf(ofMonth);
  const Days = isNarrow ? Agenda : CalendarGrid;
  return (
    <>
      <ChequesHeader view="calendar" onCreate={() => create({ dueDate: day })} />
      <MonthBar month={month} onChange={(value) => setFilters({ month: value, day: undefined })} />
      {query.isPending && <Waiting />}
      {query.error && <Failed error={query.error} reset={() => void query.refetch()} />}
      {query.data && (
        <>
          <Text mb="sm" aria-live="polite" c={hasMore ? 'dimmed' : undefined}>
            {t('count', { count })}
            {' · '}
            <strong>
              <Money value={total} />
            </strong>
          </Text>
          <Days month={month} weeks={weeks} today={now} chosen={day} />
          {day && (
            <DayCheques
              day={day}
              cheques={rows.filter(({ dueDate }) => dueDate === day)}
              actions={actions}
              sort={sort}
              onSort={(value) => setFilters({ sort: value })}
              onCreate={() => create({ dueDate: day })}
            />
          )}
        </>
      )}
      {form}
    </>
  );
}

interface MonthBarProps {
  readonly month: string;
  readonly onChange: (month: string | undefined) => void;
}

function MonthBar({ month, onChange }: MonthBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Group justify="space-between" mb="xs" gap="xs">
      <Title order={2} size="h3" aria-live="polite">
        {format.month(month)}
      </Title>
      <Group gap="xs" className="no-print">
        <Button
          variant="default"
          px="xs"
          aria-label={t('previousMonth')}
          onClick={() => onChange(addMonths(month, -1))}
        >
          <IconChevronLeft size={18} className="mirrored" aria-hidden />
        </Button>
        <Button variant="default" onClick={() => onChange(undefined)}>
          {t('thisMonth')}
        </Button>
        <Button
          variant="default"
          px="xs"
          aria-label={t('nextMonth')}
          onClick={() => onChange(addMonths(month, 1))}
        >
          <IconChevronRight size={18} className="mirrored" aria-hidden />
        </Button>
      </Group>
    </Group>
  );
}
