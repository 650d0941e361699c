import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useRecordEditor } from '../../data/editor.tsx';
import { ResourceList } from '../../data/ResourceList.tsx';
import { nextPage, pageSize } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { DayFilter } from '../../ui/DayInput.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { type Bill, BillForm } from './BillForm.tsx';
import { BillsMonths } from './BillsMonths.tsx';
import { BillsTotals } from './BillsTotals.tsx';
import { exportColumns, useColumns } from './columns.tsx';
import { BillsSearch } from './search.ts';
import { useBillRemoval } from './useBillRemoval.ts';

export function BillsPage() {
  const { t } = useTranslation('bills');
  const { t: common } = useTranslation();
  const [filters, setFilters] = useFilters(BillsSearch);
  const { sort: _, ...wanted } = filters;
  const query = useInfiniteQuery(
    api.bills.ledger.infiniteQueryOptions({ ...wanted, limit: pageSize }, nextPage),
  );
  const { data: summary } = useQuery({
    ...api.bills.summary.queryOptions(wanted),
    placeholderData: keepPreviousData,
  });
  const editor = useRecordEditor<Bill>({
    resource: 'bills',
    nameOf: ({ date, description, value }) => `${date} ${description} ${value}`,
    remove: useBillRemoval(),
    form: (bill, close) => <BillForm bill={bill} onClose={close} />,
  });
  return (
    <ResourceList
      resource="bills"
      title={t('title')}
      fileName="bills"
      filters={filters}
      setFilters={setFilters}
      query={query}
      columns={useColumns(summary?.rangeTotal)}
      exportColumns={exportColumns}
      editor={editor}
      newLabel={t('new')}
      aboveFilters={<BillsTotals filters={wanted} summary={summary} />}
      belowFilters={summary && <BillsMonths months={summary.months} search={wanted.search} />}
    >
      <SearchInput value={wanted.search} onChange={(search) => setFilters({ search })} />
      <DayFilter
        label={common('from')}
        w={140}
        value={wanted.from}
        onChange={(from) => setFilters({ from })}
      />
      <DayFilter label={common('to')} w={140} value={wanted.to} onChange={(to) => setFilters({ to })} />
    </ResourceList>
  );
}
