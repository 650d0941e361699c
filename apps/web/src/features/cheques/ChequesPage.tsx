import { Select } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { DayFilter } from '../../components/DayInput.tsx';
import { ExportMenu } from '../../components/ExportMenu.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { List } from '../../components/List.tsx';
import { SearchInput } from '../../components/SearchInput.tsx';
import { nextPage, pageSize, useRows } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { PayeePicker } from '../payees/PayeePicker.tsx';
import { ChequesHeader } from './ChequesHeader.tsx';
import { ChequesTable } from './ChequesTable.tsx';
import { DueFigures } from './DueFigures.tsx';
import { fileColumns } from './file.ts';
import { ChequesSearch } from './search.ts';
import { useChequeWork } from './useChequeWork.tsx';

const noFilters = {
  from: undefined,
  to: undefined,
  payee: undefined,
  isCancelled: undefined,
  search: undefined,
};

export function ChequesPage() {
  const { t } = useTranslation('cheques');
  const { t: common } = useTranslation();
  const [{ sort, ...filters }, setFilters] = useFilters(ChequesSearch);
  const { from, to, payee, isCancelled, search } = filters;
  const query = useInfiniteQuery({
    ...api.cheques.list.infiniteQueryOptions({ ...filters, limit: pageSize }, nextPage),
    placeholderData: keepPreviousData,
  });
  const { rows, more, all, hasMore } = useRows(query, sort !== undefined);
  const summary = useQuery({
    ...api.cheques.summary.queryOptions(filters),
    placeholderData: keepPreviousData,
  });
  const { create, actions, form } = useChequeWork();
  const isFiltered = Object.values(filters).some((value) => value !== undefined);

  return (
    <>
      <ChequesHeader view="register" onCreate={() => create()}>
        <ExportMenu name="cheques" columns={fileColumns} rows={all} />
      </ChequesHeader>
      <DueFigures filters={filters} />
      <FilterBar active={isFiltered} onClear={() => setFilters({ ...noFilters, sort: undefined })}>
        <SearchInput w={180} value={search} onChange={(value) => setFilters({ search: value })} />
        <PayeePicker
          w={200}
          placeholder={common('all')}
          value={payee}
          onChange={(value) => setFilters({ payee: value })}
        />
        <Select
          label={t('status')}
          allowDeselect={false}
          data={[
            { value: 'all', label: common('all') },
            { value: 'false', label: t('open') },
            { value: 'true', label: t('states.cancelled') },
          ]}
          value={isCancelled ?? 'all'}
          onChange={(value) =>
            setFilters({ isCancelled: value === 'true' || value === 'false' ? value : undefined })
          }
          w={150}
        />
        <DayFilter
          label={t('dueFrom')}
          value={from}
          onChange={(value) => setFilters({ from: value })}
          w={140}
        />
        <DayFilter label={t('dueTo')} value={to} onChange={(value) => setFilters({ to: value })} w={140} />
      </FilterBar>
      <List query={query} count={rows.length} hasMore={hasMore}>
        <ChequesTable
          label={common('places.cheques')}
          rows={rows}
          total={summary.data?.total}
          actions={actions}
          sort={sort}
          onSort={(value) => setFilters({ sort: value })}
          onEnd={more}
          empty={isFiltered && common('nothingFound')}
        />
      </List>
      {form}
    </>
  );
}
