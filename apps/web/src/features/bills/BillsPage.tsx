import type { Outputs } from '@daybook/client';
import { type BillStatus, billStatuses } from '@daybook/domain';
import { Anchor, Box, Button, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { ResourceList } from '../../data/ResourceList.tsx';
import { useBillEditor } from '../../entities/bills/useBillEditor.tsx';
import { useBillColumns } from '../../entities/bills/useBillTable.tsx';
import { monthRange } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { nextPage, pageSize } from '../../lib/paging.ts';
import { inOrder, useFilters } from '../../lib/search.ts';
import { MonthBars } from '../../ui/charts/charts.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { RangeFilter, SearchInput } from '../../ui/FilterBar.tsx';
import { Money } from '../../ui/values.tsx';
import { AllBillsSearch } from '../search.ts';
import { BillsHeader, WhoseFilters } from './BillsHeader.tsx';
import { evenMonths, quickRanges, totalIn } from './ranges.ts';

const names = ['thisMonth', 'lastMonth', 'thisYear', 'allTime'] as const;

interface Props {
  readonly filters: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly search?: string | undefined;
  };
  /** Of these filters. */
  readonly summary: Outputs['bills']['summary'] | undefined;
}

/** What the bills of the usual ranges come to, each a link to them; and of the range that is shown, if it is another. */
export function BillsTotals({ filters: { from, to, search }, summary }: Props) {
  const { t } = useTranslation('bills');
  const { today } = useFormat();
  const { data } = useQuery({
    ...api.bills.summary.queryOptions({ search }),
    placeholderData: keepPreviousData,
  });
  const ranges = quickRanges(today());
  const isCurrent = (range: { from: string | undefined; to: string | undefined }) =>
    range.from === from && range.to === to;
  const isOther = !names.some((name) => isCurrent(ranges[name]));
  return (
    <Figures>
      {isOther && (
        <FigureCard
          label={t('rangeTotal')}
          value={summary?.rangeTotal}
          note={summary && t('count', { count: summary.count })}
          isCurrent
        />
      )}
      {names.map((name) => {
        const figure = data && totalIn(data.months, ranges[name]);
        return (
          <FigureCard
            key={name}
            label={t(name)}
            value={figure?.total}
            note={figure && t('count', { count: figure.count })}
            to="/bills/all"
            search={(old) => ({ ...old, ...ranges[name] })}
            isCurrent={isCurrent(ranges[name])}
          />
        );
      })}
    </Figures>
  );
}

/** Every bill, with the balance of all of them and totals by month. */
export function BillsPage() {
  const [filters, setFilters] = useFilters(AllBillsSearch);
  const { sort: _, ...wanted } = inOrder(filters);
  const query = useInfiniteQuery(
    api.bills.ledger.infiniteQueryOptions({ ...wanted, limit: pageSize }, nextPage),
  );
  const { data: summary } = useQuery({
    ...api.bills.summary.queryOptions(wanted),
    placeholderData: keepPreviousData,
  });
  const { t } = useTranslation('bills');
  const isNarrow = useIsNarrow();
  const [isByMonth, { toggle }] = useDisclosure();
  // One month needs no comparison.
  const byMonth = summary && summary.months.length > 1 && (
    <Button
      variant="subtle"
      size="sm"
      className="no-print"
      leftSection={<IconChartBar size={16} aria-hidden />}
      aria-expanded={isByMonth}
      onClick={toggle}
    >
      {t('byMonth')}
    </Button>
  );
  const editor = useBillEditor();
  return (
    <ResourceList
      resource="bills"
      filters={filters}
      setFilters={setFilters}
      query={query}
      columns={useLedgerColumns(summary?.rangeTotal)}
      header={(buttons) => <BillsHeader view="all">{buttons}</BillsHeader>}
      address={{ path: '/bills/ledger', filters: wanted }}
      editor={editor}
      bulkForms={editor.bulkForms}
      figures={
        <>
          <BillsTotals filters={wanted} summary={summary} />
          {isNarrow && byMonth}
        </>
      }
      belowFilters={isByMonth && summary && <BillsMonths months={summary.months} search={wanted.search} />}
      searchField={
        <SearchInput w={140} value={wanted.search} onChange={(search) => setFilters({ search })} />
      }
    >
      <RangeFilter value={filters} onChange={(range) => setFilters({ ...range })} />
      <WhoseFilters filters={filters} setFilters={setFilters} />
      <StatusFilter value={filters.status} onChange={(status) => setFilters({ status })} />
      {!isNarrow && byMonth}
    </ResourceList>
  );
}

/** @param total of the whole filter */
function useLedgerColumns(total: string | undefined): Column<Outputs['bills']['ledger']['items'][number]>[] {
  const { t } = useTranslation('bills');
  const { date, description, payee, dueDate, extraNotes, value, files, status } = useBillColumns(total);
  const balance: Column<{ readonly balance: string }> = {
    key: 'balance',
    header: t('balance'),
    align: 'end',
    place: 'hidden',
    cell: (entry) => <Money value={entry.balance} />,
  };
  const isNarrow = useIsNarrow();
  // In a narrow row the date and the status say enough.
  return [
    date,
    description,
    isNarrow ? { ...payee, place: 'hidden' } : payee,
    value,
    balance,
    files,
    { ...dueDate, place: 'hidden' },
    status,
    extraNotes,
  ];
}

interface BilledMonth {
  readonly month: string;
  readonly count: number;
  readonly total: string;
}

interface MonthsProps {
  readonly months: readonly BilledMonth[];
  readonly search: string | undefined;
}

const MAX_BARS = 24;

/** Totals by month as bars, and as figures that lead to their bills. */
function BillsMonths({ months, search }: MonthsProps) {
  const { t } = useTranslation('bills');
  const { today } = useFormat();
  return (
    <Box component="section" mb="xs" className="no-print" aria-label={t('byMonth')}>
      <MonthBars label={t('chart')} data={evenMonths(months, MAX_BARS, today())} />
      <MonthsTable months={months} search={search} />
    </Box>
  );
}

function MonthsTable({ months, search }: MonthsProps) {
  const { t } = useTranslation('bills');
  const { t: common } = useTranslation();
  const format = useFormat();
  const columns: Column<BilledMonth>[] = [
    {
      key: 'month',
      header: t('month'),
      cell: ({ month }) => (
        <Anchor component={Link} to="/bills/all" search={{ ...monthRange(month), search } as never} inherit>
          {format.month(month)}
        </Anchor>
      ),
    },
    { key: 'count', header: t('bills'), align: 'end', cell: ({ count }) => format.number(count) },
    {
      key: 'total',
      header: common('total'),
      align: 'end',
      place: 'end',
      cell: ({ total }) => <Money value={total} />,
    },
  ];
  return (
    <DataTable
      label={t('byMonth')}
      columns={columns}
      rows={months.toReversed()}
      rowKey={({ month }) => month}
    />
  );
}

interface StatusProps {
  readonly value: BillStatus | undefined;
  readonly onChange: (value: BillStatus | undefined) => void;
}

/** Whether bills with a due date are paid. */
function StatusFilter({ value, onChange }: StatusProps) {
  const { t } = useTranslation('bills');
  const { t: common } = useTranslation();
  return (
    <Select
      label={t('fields.status')}
      w={110}
      allowDeselect={false}
      data={[
        { value: 'all', label: common('all') },
        ...billStatuses.map((status) => ({ value: status, label: t(`statuses.${status}`) })),
      ]}
      value={value ?? 'all'}
      onChange={(chosen) => onChange(billStatuses.find((status) => status === chosen))}
    />
  );
}
