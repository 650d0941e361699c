import { Button, Group, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useRecordEditor } from '../../data/editor.tsx';
import { useMay } from '../../data/me.ts';
import { ResourceList } from '../../data/ResourceList.tsx';
import { useLogRemoval } from '../../entities/logs/changes.ts';
import { AbsentBadge, FinishTime, type LogTotals, Totals } from '../../entities/logs/LogValue.tsx';
import type { Log } from '../../entities/logs/values.ts';
import { useAccountChoices } from '../../entities/users.tsx';
import { toUnits } from '../../lib/amounts.ts';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { nextPage, pageSize } from '../../lib/paging.ts';
import { inOrder, useFilters } from '../../lib/search.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { RangeFilter } from '../../ui/FilterBar.tsx';
import { MultiPicker } from '../../ui/Picker.tsx';
import { Code, Money, Name } from '../../ui/values.tsx';
import { LogsSearch } from '../search.ts';
import { LogForm } from './LogForm.tsx';
import { LogsHeader } from './LogsHeader.tsx';
import { addressOf, quickRange, quickRanges, type Range, rangeOf } from './logic/grid.ts';
import { OwnMonth } from './own/OwnMonth.tsx';
import { WorkerTotals, WorkerTotalsButton } from './WorkerTotals.tsx';

/** Sorting asks for every row, so in few large pages. */
const MAX_PAGE_SIZE = 1000;

export function LogsTable() {
  const { t } = useTranslation('logs');
  const { day, list, today } = useFormat();
  // The month is that of a worker's own calendar.
  const [{ month: _, ...filters }, setFilters] = useFilters(LogsSearch);
  const { worker, isAbsent, sort } = filters;
  const wanted = { ...inOrder(rangeOf(filters, today())), worker, isAbsent };
  const query = useInfiniteQuery(
    api.logs.list.infiniteQueryOptions({ ...wanted, limit: sort ? MAX_PAGE_SIZE : pageSize }, nextPage),
  );
  const { data: summary } = useQuery({
    ...api.logs.summary.queryOptions(wanted),
    placeholderData: keepPreviousData,
  });
  const isNarrow = useIsNarrow();
  const [isByWorker, { toggle }] = useDisclosure();
  const byWorker = summary && summary.count > 0 && (
    <WorkerTotalsButton count={summary.workers.length} isOpen={isByWorker} onClick={toggle} />
  );
  const editor = useRecordEditor<Log>({
    resource: 'logs',
    nameOf: ({ workerName, date }) => list(workerName, day(date)),
    remove: useLogRemoval(),
    form: (log, close) => <LogForm log={log} onClose={close} />,
  });
  return (
    <ResourceList
      resource="logs"
      header={(buttons) => <LogsHeader view="table">{buttons}</LogsHeader>}
      filters={filters}
      setFilters={setFilters}
      query={query}
      columns={useColumns()}
      address={{ path: '/logs', filters: wanted }}
      editor={editor}
      figures={summary && summary.count > 0 && <Totals totals={summary} label={t('totals')} />}
      belowFilters={
        summary &&
        summary.count > 0 && (
          <WorkerTotals
            lines={summary.workers}
            isOpen={isByWorker}
            onChoose={(id) => setFilters({ worker: id })}
          />
        )
      }
      searchField={isNarrow && <div className="spread">{byWorker}</div>}
      empty={<Text>{t('noneInRange')}</Text>}
    >
      <QuickRanges filters={filters} setFilters={setFilters}>
        {!isNarrow && byWorker}
      </QuickRanges>
      <LogFilters filters={filters} setFilters={setFilters} found={summary?.workers ?? []} />
    </ResourceList>
  );
}

function useColumns(): Column<Log>[] {
  const { t } = useTranslation('logs');
  const { day, weekday, clock, duration, number } = useFormat();
  return [
    {
      key: 'date',
      header: t('fields.date'),
      cell: ({ date }) => (
        <span className="number">
          {day(date)}{' '}
          <Text span size="xs" c="dimmed">
            {weekday(date)}
          </Text>
        </span>
      ),
      sortBy: ({ date }) => date,
    },
    {
      key: 'worker',
      place: 'first',
      isText: true,
      header: t('fields.worker'),
      cell: ({ workerName }) => <Name>{workerName}</Name>,
      sortBy: ({ workerName }) => workerName,
    },
    {
      key: 'start',
      header: t('fields.startingTime'),
      cell: ({ startingTime, isAbsent }) => !isAbsent && startingTime && <Code>{clock(startingTime)}</Code>,
      sortBy: ({ startingTime, isAbsent }) => (isAbsent ? null : startingTime),
    },
    {
      key: 'finish',
      header: t('fields.finishingTime'),
      cell: (log) => !log.isAbsent && <FinishTime log={log} />,
      sortBy: ({ finishingTime, isAbsent }) => (isAbsent ? null : finishingTime),
    },
    {
      key: 'break',
      header: t('fields.breakMinutes'),
      align: 'end',
      place: 'hidden',
      cell: ({ breakMinutes, isAbsent }) =>
        !isAbsent && breakMinutes > 0 && <Code>{number(breakMinutes)}</Code>,
      sortBy: ({ breakMinutes, isAbsent }) => (isAbsent ? null : breakMinutes),
    },
    {
      key: 'hours',
      header: t('hours'),
      align: 'end',
      cell: ({ workedMinutes, isAbsent }) => !isAbsent && <Code>{duration(workedMinutes)}</Code>,
      sortBy: ({ workedMinutes, isAbsent }) => (isAbsent ? null : workedMinutes),
    },
    {
      key: 'payment',
      place: 'end',
      header: t('fields.payment'),
      align: 'end',
      cell: ({ payment }) => <Money value={payment} />,
      sortBy: ({ payment }) => toUnits(payment),
    },
    {
      key: 'absent',
      place: 'state',
      header: t('attendance'),
      cell: ({ isAbsent }) => isAbsent && <AbsentBadge />,
      sortBy: ({ isAbsent }) => (isAbsent ? 1 : 0),
    },
    {
      key: 'notes',
      isText: true,
      header: t('fields.extraNotes'),
      place: 'hidden',
      cell: ({ extraNotes }) => <Name>{extraNotes}</Name>,
    },
  ];
}

/** Everybody's logs for those who keep them, the own month for the others. */
export function LogsPage() {
  return useMay()('logs.update') ? <LogsTable /> : <OwnMonth />;
}

interface RangeProps {
  readonly filters: Omit<LogsSearch, 'month'>;
  readonly setFilters: (changes: Partial<LogsSearch>) => void;
}

interface QuickProps extends RangeProps {
  /** What stands at the end of their line. */
  readonly children: ReactNode;
}

/** The ranges that are asked for most. */
export function QuickRanges({ filters, setFilters, children }: QuickProps) {
  const { t } = useTranslation('logs');
  const today = useFormat().today();
  const range = rangeOf(filters, today);
  return (
    <Group gap={4} w="100%">
      <Group gap={4} flex={1} role="group" aria-label={t('quickRanges')}>
        {quickRanges.map((name) => {
          const days = quickRange(name, today);
          const isChosen = days.from === range.from && days.to === range.to;
          return (
            <Button
              key={name}
              size="compact-sm"
              variant={isChosen ? 'light' : 'subtle'}
              {...(!isChosen && { color: 'gray' })}
              aria-pressed={isChosen}
              onClick={() => setFilters(addressOf(days, today))}
            >
              {t(name)}
            </Button>
          );
        })}
      </Group>
      {children}
    </Group>
  );
}

interface FiltersProps extends RangeProps {
  /** Whose logs there are, also where the account is gone. */
  readonly found: readonly (LogTotals & { readonly worker: string; readonly workerName: string })[];
}

/** Days, workers and absence. */
function LogFilters({ filters, setFilters, found }: FiltersProps) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const today = useFormat().today();
  const chosen = filters.worker?.split(',') ?? [];
  const choices = useAccountChoices(found);
  const range = rangeOf(filters, today);
  const setRange = (asked: Range) => setFilters(addressOf(asked, today));
  return (
    <>
      <RangeFilter w={150} value={range} onChange={(changes) => setRange({ ...range, ...changes })} />
      <MultiPicker
        label={t('workersFilter')}
        placeholder={chosen.length === 0 ? common('all') : ''}
        miw={180}
        maw={420}
        clearable
        {...choices}
        value={chosen}
        onChange={(workers) => setFilters({ worker: workers.join(',') || undefined })}
      />
      <Select
        label={t('attendance')}
        w={150}
        allowDeselect={false}
        data={[
          { value: '', label: common('all') },
          { value: 'false', label: t('present') },
          { value: 'true', label: t('absent') },
        ]}
        value={filters.isAbsent ?? ''}
        onChange={(value) => setFilters({ isAbsent: (value || undefined) as LogsSearch['isAbsent'] })}
      />
    </>
  );
}
