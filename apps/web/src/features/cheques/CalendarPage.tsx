import { Button, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useWithPending } from '../../data/change.tsx';
import { calendarOf, totalOf } from '../../entities/cheques/cheque.ts';
import { useChequeEditor } from '../../entities/cheques/useChequeEditor.tsx';
import { firstPaidOn, useBusiness } from '../../lib/business.ts';
import { addMonths, monthOf } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { nextPage, useRows } from '../../lib/paging.ts';
import { useFilters } from '../../lib/search.ts';
import { NewButton } from '../../ui/PageHeader.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Money } from '../../ui/values.tsx';
import { CalendarSearch } from '../search.ts';
import { Agenda, CalendarGrid, DayCheques } from './CalendarGrid.tsx';
import { ChequesHeader } from './ChequesHeader.tsx';

const narrow = '(max-width: 47.99em)';

/** When which cheque falls due, a month at a time. */
export function CalendarPage() {
  const { t } = useTranslation('cheques');
  const { today, firstDayOfWeek } = useFormat();
  const { weekend } = useBusiness();
  const now = today();
  const [{ month = monthOf(now), day, sort }, setFilters] = useFilters(CalendarSearch);
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const [first, last] = endsOf(calendarOf(month, firstDayOfWeek, []));
  const query = useInfiniteQuery(
    api.cheques.list.infiniteQueryOptions({ from: first && firstPaidOn(first, weekend), to: last }, nextPage),
  );
  const { rows: loaded, hasMore } = useRows(query, true);
  const rows = useWithPending(loaded, 'cheques');
  const { create, actions, form } = useChequeEditor();
  const onCreate = create && (() => create({ dueDate: day }));

  const weeks = calendarOf(month, firstDayOfWeek, rows, weekend);
  const shown = weeks.flat();
  const { count, total } = totalOf(shown.filter(({ inMonth }) => inMonth).flatMap(({ cheques }) => cheques));
  const Days = isNarrow ? Agenda : CalendarGrid;
  return (
    <>
      <ChequesHeader view="calendar">
        {onCreate && <NewButton onClick={onCreate}>{t('new')}</NewButton>}
      </ChequesHeader>
      <MonthBar month={month} onChange={(value) => setFilters({ month: value, day: undefined })} />
      {query.isPending && <Loading />}
      {query.error && <ErrorState error={query.error} reset={() => void query.refetch()} />}
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
              cheques={shown.find((one) => one.day === day)?.cheques ?? []}
              actions={actions}
              sort={sort}
              onSort={(value) => setFilters({ sort: value })}
              onCreate={onCreate}
            />
          )}
        </>
      )}
      {form}
    </>
  );
}

const endsOf = (weeks: readonly (readonly { readonly day: string }[])[]) => [
  weeks[0]?.[0]?.day,
  weeks.at(-1)?.at(-1)?.day,
];

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
