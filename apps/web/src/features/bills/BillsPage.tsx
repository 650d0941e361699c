import type { Outputs } from '@daybook/client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { bulkActions } from '../../data/bulk-actions.ts';
import { useDescribedEditor } from '../../data/editor.tsx';
import { ResourceList } from '../../data/ResourceList.tsx';
import { useColumns } from '../../data/record-description.ts';
import { csvColumns } from '../../lib/csv.ts';
import { nextPage, pageSize } from '../../lib/rows.ts';
import { inOrder, useFilters } from '../../lib/search.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { RangeFilter } from '../../ui/RangeFilter.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Money } from '../../ui/Values.tsx';
import { BillForm } from './BillForm.tsx';
import { BillsMonths } from './BillsMonths.tsx';
import { BillsTotals } from './BillsTotals.tsx';
import { bill } from './description.ts';
import { BillsSearch } from './search.ts';

const exportColumns = csvColumns('_id', 'date', 'description', 'extraNotes', 'value', 'balance');

export function BillsPage() {
  const [filters, setFilters] = useFilters(BillsSearch);
  const { sort: _, ...wanted } = inOrder(filters);
  const query = useInfiniteQuery(
    api.bills.ledger.infiniteQueryOptions({ ...wanted, limit: pageSize }, nextPage),
  );
  const { data: summary } = useQuery({
    ...api.bills.summary.queryOptions(wanted),
    placeholderData: keepPreviousData,
  });
  return (
    <ResourceList
      resource="bills"
      bulkActions={bulkActions.bills}
      filters={filters}
      setFilters={setFilters}
      query={query}
      columns={useLedgerColumns(summary?.rangeTotal)}
      address={{ path: '/bills/ledger', filters: wanted }}
      exportColumns={exportColumns}
      editor={useDescribedEditor(bill, (row, close) => <BillForm row={row} onClose={close} />)}
      aboveFilters={<BillsTotals filters={wanted} summary={summary} />}
      belowFilters={summary && <BillsMonths months={summary.months} search={wanted.search} />}
      searchField={<SearchInput value={wanted.search} onChange={(search) => setFilters({ search })} />}
    >
      <RangeFilter value={filters} onChange={setFilters} />
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
