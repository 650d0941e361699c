import { Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { ExportMenu } from '../../components/ExportMenu.tsx';
import { List } from '../../components/List.tsx';
import { NewButton } from '../../components/NewButton.tsx';
import { RowActions } from '../../components/RowActions.tsx';
import { Code, Money, Name } from '../../components/Values.tsx';
import { useChange, useConfirm } from '../../lib/change.tsx';
import { useFormat } from '../../lib/format.ts';
import { useMay } from '../../lib/me.ts';
import { toUnits } from '../../lib/money.ts';
import { nextPage, pageSize, useRows } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { LogFilters } from './LogFilters.tsx';
import { LogForm } from './LogForm.tsx';
import { LogsHeader } from './LogsHeader.tsx';
import { AbsentBadge, Finish } from './LogValue.tsx';
import { rangeOf } from './logic/range.ts';
import type { Log } from './logic/values.ts';
import { LogsSearch } from './search.ts';
import { Totals } from './Totals.tsx';
import { WorkerTotals } from './WorkerTotals.tsx';

const fileColumns = (
  [
    '_id',
    'date',
    'worker',
    'workerName',
    'startingTime',
    'finishingTime',
    'crossesMidnight',
    'durationMinutes',
    'payment',
    'isAbsent',
    'extraNotes',
  ] as const
).map((header) => ({ header, value: (log: Log) => log[header] }));

/** Sorting asks for every row, so in few large pages. */
const largestPage = 1000;

export function LogsTable() {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const { day, today } = useFormat();
  const [filters, setFilters] = useFilters(LogsSearch);
  const { worker, isAbsent, sort } = filters;
  const wanted = { ...rangeOf(filters, today()), worker, isAbsent };
  const query = useInfiniteQuery({
    ...api.logs.list.infiniteQueryOptions({ ...wanted, limit: sort ? largestPage : pageSize }, nextPage),
    placeholderData: keepPreviousData,
  });
  const summary = useQuery({
    ...api.logs.summary.queryOptions(wanted),
    placeholderData: keepPreviousData,
  });
  const { rows, more, all, hasMore } = useRows(query, sort !== undefined);
  const [edited, setEdited] = useState<Log | 'new'>();
  const columns = useColumns();
  const _may = useMay();
  const change = useChange();
  const confirm = useConfirm();

  const remove = ({ _id, workerName, date }: Log) =>
    confirm({
      title: t('deleteTitle', { name: workerName, day: day(date) }),
      text: t('deleteText'),
      confirm: common('delete'),
      onConfirm: () =>
        void change({ done: common('deleted'), run: () => client.logs.remove.mutate({ logID: _id }) }),
    });
  const nameOf = ({ workerName, date }: Log) => `${workerName}, ${day(date)}`;

  return (
    <>
      <LogsHeader>
        <ExportMenu name="logs" columns={fileColumns} rows={all} />
        <NewButton of="logs" onClick={() => setEdited('new')}>
          {t('new')}
        </NewButton>
      </LogsHeader>
      <LogFilters filters={filters} setFilters={setFilters} found={summary.data?.workers ?? []} />
      {summary.data && summary.data.count > 0 && (
        <>
          <Totals totals={summary.data} label={t('totals')} />
          <WorkerTotals lines={summary.data.workers} onChoose={(id) => setFilters({ worker: id })} />
        </>
      )}
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DataTable
          label={common('places.logs')}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          sort={sort}
          onSort={(value) => setFilters({ sort: value })}
          onEnd={more}
          rowClass={(log) => (log.isAbsent ? 'absent' : undefined)}
          empty={<Text>{t('noneInRange')}</Text>}
          actions={(log) => (
            <RowActions
              of="logs"
              name={nameOf(log)}
              onEdit={() => setEdited(log)}
              onRemove={() => remove(log)}
            />
          )}
        />
      </List>
      {edited && <LogForm {...(edited !== 'new' && { log: edited })} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function useColumns(): Column<Log>[] {
  const { t } = useTranslation('logs');
  const { day, weekday, clock, duration } = useFormat();
  return [
    {
      key: 'date',
      header: t('date'),
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
      header: t('worker'),
      cell: ({ workerName }) => <Name>{workerName}</Name>,
      sortBy: ({ workerName }) => workerName,
    },
    {
      key: 'start',
      header: t('startingTime'),
      cell: ({ startingTime, isAbsent }) => !isAbsent && startingTime && <Code>{clock(startingTime)}</Code>,
      sortBy: ({ startingTime, isAbsent }) => (isAbsent ? null : startingTime),
    },
    {
      key: 'finish',
      header: t('finishingTime'),
      cell: (log) => !log.isAbsent && <Finish log={log} />,
      sortBy: ({ finishingTime, isAbsent }) => (isAbsent ? null : finishingTime),
    },
    {
      key: 'hours',
      header: t('hours'),
      align: 'end',
      cell: ({ durationMinutes, isAbsent }) => !isAbsent && <Code>{duration(durationMinutes)}</Code>,
      sortBy: ({ durationMinutes, isAbsent }) => (isAbsent ? null : durationMinutes),
    },
    {
      key: 'payment',
      header: t('payment'),
      align: 'end',
      cell: ({ payment }) => <Money value={payment} />,
      sortBy: ({ payment }) => toUnits(payment),
    },
    {
      key: 'absent',
      header: t('attendance'),
      cell: ({ isAbsent }) => isAbsent && <AbsentBadge />,
      sortBy: ({ isAbsent }) => (isAbsent ? 1 : 0),
    },
    { key: 'notes', header: t('extraNotes'), cell: ({ extraNotes }) => <Name>{extraNotes}</Name> },
  ];
}
