import type { Outputs } from '@daybook/client';
import { BillCreate } from '@daybook/domain';
import { Button, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useDescribedEditor } from '../../data/editor.tsx';
import { field } from '../../data/fields.tsx';
import { useResourceForm } from '../../data/ResourceForm.tsx';
import { ResourceList } from '../../data/ResourceList.tsx';
import type { RecordOf } from '../../data/record-client.ts';
import { describeRecord, useColumns } from '../../data/record-description.ts';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { nextPage, pageSize } from '../../lib/rows.ts';
import { inOrder, type ListSearch, useFilters } from '../../lib/search.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { RangeFilter, SearchInput } from '../../ui/FilterBar.tsx';
import { Money } from '../../ui/List.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { BillsMonths } from './BillsMonths.tsx';
import { isRefund, quickRanges, toRefund, totalIn } from './ranges.ts';

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
            to="/bills"
            search={(old) => ({ ...old, ...ranges[name] })}
            isCurrent={isCurrent(ranges[name])}
          />
        );
      })}
    </Figures>
  );
}

export function BillsPage({ search }: { readonly search: ListSearch }) {
  const [filters, setFilters] = useFilters(search);
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
  return (
    <ResourceList
      resource="bills"
      filters={filters}
      setFilters={setFilters}
      query={query}
      columns={useLedgerColumns(summary?.rangeTotal)}
      address={{ path: '/bills/ledger', filters: wanted }}
      editor={useDescribedEditor(bill, (row, close) => <BillForm row={row} onClose={close} />)}
      figures={
        <>
          <BillsTotals filters={wanted} summary={summary} />
          {isNarrow && byMonth}
        </>
      }
      belowFilters={isByMonth && summary && <BillsMonths months={summary.months} search={wanted.search} />}
      searchField={<SearchInput value={wanted.search} onChange={(search) => setFilters({ search })} />}
    >
      <RangeFilter value={filters} onChange={(range) => setFilters({ ...range })} />
      {!isNarrow && byMonth}
    </ResourceList>
  );
}

/** @param total of the whole filter */
function useLedgerColumns(total: string | undefined): Column<Outputs['bills']['ledger']['items'][number]>[] {
  const { t } = useTranslation('bills');
  const { t: common } = useTranslation();
  const { date, description, extraNotes, value } = useColumns(bill, {
    date: { footer: total === undefined ? undefined : common('total') },
    // The name that addresses have for it.
    extraNotes: { key: 'notes', sortBy: (row) => row.extraNotes || null },
    value: { footer: total === undefined ? undefined : <Money value={total} /> },
  });
  const balance: Column<{ readonly balance: string }> = {
    key: 'balance',
    header: t('balance'),
    align: 'end',
    place: 'hidden',
    cell: (entry) => <Money value={entry.balance} />,
  };
  return [date, description, extraNotes, value, balance];
}

export const bill = describeRecord({
  resource: 'bills',
  schema: BillCreate,
  fields: {
    date: field.pastDay,
    value: field.amount,
    description: field.text,
    extraNotes: field.notes,
  },
  focused: 'value',
  first: 'description',
  addressOf: ({ date }) => `/bills?from=${date}&to=${date}`,
  nameOf: ({ date, description, value }, { day, list, money }) => list(day(date), description, money(value)),
});

interface BillFormProps {
  /** Undefined: a new one. */
  readonly row: RecordOf<'bills'> | undefined;
  readonly onClose: () => void;
}

function BillForm({ row, onClose }: BillFormProps) {
  const { t } = useTranslation('bills');
  const { today } = useFormat();
  const initial = { date: today() };
  const { record, form, inputs, title, isClosed } = useResourceForm(bill, {
    row,
    initial,
    next: ({ date }) => ({ date }),
    onClose,
  });
  const { value } = form.values;
  return (
    <RecordDrawer title={title} record={record} onClose={onClose}>
      {inputs.date}
      {inputs.value}
      <Switch
        label={t('isRefund')}
        disabled={isClosed}
        checked={isRefund(value)}
        onChange={({ currentTarget }) => form.setFieldValue('value', toRefund(value, currentTarget.checked))}
      />
      {inputs.description}
      {inputs.extraNotes}
    </RecordDrawer>
  );
}
