import { Select } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { bulkActions } from '../../data/bulk-actions.ts';
import { ResourceList } from '../../data/ResourceList.tsx';
import { DueFigures } from '../../entities/cheques/DueFigures.tsx';
import { exportColumns } from '../../entities/cheques/description.ts';
import { useChequeEditor } from '../../entities/cheques/useChequeEditor.tsx';
import { useChequeTable } from '../../entities/cheques/useChequeTable.tsx';
import { PayeePicker } from '../../entities/payees/PayeePicker.tsx';
import { nextPage, pageSize } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { RangeFilter } from '../../ui/RangeFilter.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { ChequesHeader } from './ChequesHeader.tsx';
import { ChequesSearch } from './search.ts';

export function ChequesPage() {
  const { t } = useTranslation('cheques');
  const { t: common } = useTranslation();
  const [filters, setFilters] = useFilters(ChequesSearch);
  const { sort: _, ...wanted } = filters;
  const query = useInfiniteQuery(
    api.cheques.list.infiniteQueryOptions({ ...wanted, limit: pageSize }, nextPage),
  );
  const summary = useQuery({
    ...api.cheques.summary.queryOptions(wanted),
    placeholderData: keepPreviousData,
  });
  return (
    <ResourceList
      resource="cheques"
      bulkActions={bulkActions.cheques}
      header={(buttons) => <ChequesHeader view="register">{buttons}</ChequesHeader>}
      filters={filters}
      setFilters={setFilters}
      query={query}
      exportColumns={exportColumns}
      editor={useChequeEditor()}
      aboveFilters={<DueFigures filters={wanted} />}
      clearsSort
      {...useChequeTable(summary.data?.total)}
      searchField={
        <SearchInput w={180} value={wanted.search} onChange={(search) => setFilters({ search })} />
      }
    >
      <PayeePicker
        w={200}
        placeholder={common('all')}
        value={wanted.payee}
        onChange={(payee) => setFilters({ payee })}
      />
      <Select
        label={t('status')}
        allowDeselect={false}
        data={[
          { value: 'all', label: common('all') },
          { value: 'false', label: t('open') },
          { value: 'true', label: t('states.cancelled') },
        ]}
        value={wanted.isCancelled ?? 'all'}
        onChange={(value) =>
          setFilters({ isCancelled: value === 'true' || value === 'false' ? value : undefined })
        }
        w={150}
      />
      <RangeFilter labels={{ from: t('dueFrom'), to: t('dueTo') }} value={wanted} onChange={setFilters} />
    </ResourceList>
  );
}
