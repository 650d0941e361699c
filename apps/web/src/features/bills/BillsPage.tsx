import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { DayFilter } from '../../components/DayInput.tsx';
import { ExportMenu } from '../../components/ExportMenu.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { List } from '../../components/List.tsx';
import { NewButton } from '../../components/NewButton.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowActions } from '../../components/RowActions.tsx';
import { SearchInput } from '../../components/SearchInput.tsx';
import { useMay } from '../../lib/me.ts';
import { nextPage, pageSize, useRows } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { type Bill, BillForm } from './BillForm.tsx';
import { BillsMonths } from './BillsMonths.tsx';
import { BillsTotals } from './BillsTotals.tsx';
import { fileColumns, useColumns } from './columns.tsx';
import { BillsSearch } from './search.ts';
import { useBillRemoval } from './useBillRemoval.tsx';

export function BillsPage() {
  const { t } = useTranslation('bills');
  const { t: common } = useTranslation();
  const [{ sort, ...filters }, setFilters] = useFilters(BillsSearch);
  const query = useInfiniteQuery({
    ...api.bills.ledger.infiniteQueryOptions({ ...filters, limit: pageSize }, nextPage),
    placeholderData: keepPreviousData,
  });
  const { rows, more, all, hasMore } = useRows(query, sort !== undefined);
  const { data: summary } = useQuery({
    ...api.bills.summary.queryOptions(filters),
    placeholderData: keepPreviousData,
  });
  const [edited, setEdited] = useState<Bill | 'new'>();
  const _may = useMay();
  const remove = useBillRemoval();
  const columns = useColumns(summary?.rangeTotal);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);

  return (
    <>
      <PageHeader title={common('places.bills')}>
        <ExportMenu name="bills" columns={fileColumns} rows={all} />
        <NewButton of="bills" onClick={() => setEdited('new')}>
          {t('new')}
        </NewButton>
      </PageHeader>
      <BillsTotals filters={filters} summary={summary} />
      <FilterBar
        active={isFiltered}
        onClear={() => setFilters({ from: undefined, to: undefined, search: undefined })}
      >
        <SearchInput value={filters.search} onChange={(search) => setFilters({ search })} />
        <DayFilter
          label={common('from')}
          value={filters.from}
          onChange={(from) => setFilters({ from })}
          w={140}
        />
        <DayFilter label={common('to')} value={filters.to} onChange={(to) => setFilters({ to })} w={140} />
      </FilterBar>
      {summary && <BillsMonths months={summary.months} search={filters.search} />}
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DataTable
          label={common('places.bills')}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          sort={sort}
          onSort={(value) => setFilters({ sort: value })}
          onEnd={more}
          empty={isFiltered && common('nothingFound')}
          actions={(bill) => (
            <RowActions
              of="bills"
              name={`${bill.date} ${bill.description} ${bill.value}`}
              onEdit={() => setEdited(bill)}
              onRemove={() => remove(bill)}
            />
          )}
        />
      </List>
      {edited && (
        <BillForm bill={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
