import type { Inputs } from '@daybook/client';
import { Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { ResourceList } from '../../data/ResourceList.tsx';
import { dueFilters } from '../../entities/bills/bill.ts';
import { useBillEditor } from '../../entities/bills/useBillEditor.tsx';
import { useBillColumns } from '../../entities/bills/useBillTable.tsx';
import { useFormat } from '../../lib/format.ts';
import { nextPage, pageSize } from '../../lib/paging.ts';
import { inOrder, useFilters } from '../../lib/search.ts';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { RangeFilter, SearchInput } from '../../ui/FilterBar.tsx';
import { ToPaySearch } from '../search.ts';
import { BillsHeader, WhoseFilters } from './BillsHeader.tsx';

const questions = ['overdue', 'in7', 'in30'] as const;
const sums = { overdue: 'overdue', in7: 'dueIn7', in30: 'dueIn30' } as const;

type Filters = Pick<Inputs['bills']['summary'], 'payee' | 'account' | 'search' | 'dueFrom' | 'dueTo'>;

/** Totals of bills to pay, each a link to the bills it is of. */
function DueFigures({ filters: { dueFrom, dueTo, ...whose } }: { readonly filters: Filters }) {
  const { t } = useTranslation('bills');
  const { today } = useFormat();
  const { data } = useQuery({
    ...api.bills.summary.queryOptions(whose),
    placeholderData: keepPreviousData,
  });
  const links = dueFilters(today());
  return (
    <Figures>
      <FigureCard
        label={t('totalToPay')}
        value={data?.open.total}
        note={data && t('count', { count: data.open.count })}
        to="/bills"
        search={() => whose}
        isCurrent={dueFrom === undefined && dueTo === undefined}
      />
      {questions.map((question) => {
        const figure = data?.[sums[question]];
        const link = links[question];
        return (
          <FigureCard
            key={question}
            label={t(`figures.${question}`)}
            value={figure?.total}
            note={figure && t('count', { count: figure.count })}
            icon={
              question === 'overdue' && (figure?.count ?? 0) > 0 ? (
                <IconAlertTriangle size={16} className="state-icon overdue" aria-hidden />
              ) : undefined
            }
            to="/bills"
            search={() => ({ ...whose, ...link })}
            isCurrent={dueFrom === link.dueFrom && dueTo === link.dueTo}
          />
        );
      })}
    </Figures>
  );
}

/** Begins with what comes next: bills that are not paid, the nearest due date first. */
export function ToPayPage() {
  const { t } = useTranslation('bills');
  const [filters, setFilters] = useFilters(ToPaySearch);
  const { sort: _, dueFrom: from, dueTo: to, ...whose } = filters;
  const due = inOrder({ from, to });
  const wanted = { ...whose, dueFrom: due.from, dueTo: due.to };
  const listed = { ...wanted, status: 'due', sort: 'dueDate' as const };
  const query = useInfiniteQuery(
    api.bills.list.infiniteQueryOptions({ ...listed, limit: pageSize }, nextPage),
  );
  const { data: summary } = useQuery({
    ...api.bills.summary.queryOptions({ ...wanted, status: 'due' }),
    placeholderData: keepPreviousData,
  });
  const { dueDate, description, payee, value, files, status, date } = useBillColumns(summary?.rangeTotal);
  const inAll = (
    <Anchor component={Link} to="/bills/all" inherit display="block" className="no-print">
      {t('showAll')}
    </Anchor>
  );
  const editor = useBillEditor();
  return (
    <ResourceList
      resource="bills"
      fileName="bills-to-pay"
      header={(buttons) => <BillsHeader view="toPay">{buttons}</BillsHeader>}
      filters={filters}
      setFilters={setFilters}
      query={query}
      columns={[
        dueDate,
        description,
        payee,
        { ...date, place: 'hidden', footer: undefined },
        value,
        files,
        status,
      ]}
      address={{ path: '/bills', filters: listed }}
      editor={editor}
      bulkForms={editor.bulkForms}
      figures={<DueFigures filters={wanted} />}
      defaultSort="dueDate"
      empty={
        <>
          {t('nothingToPay')} {inAll}
        </>
      }
      searchField={<SearchInput w={140} value={whose.search} onChange={(search) => setFilters({ search })} />}
    >
      <WhoseFilters filters={filters} setFilters={setFilters} />
      <RangeFilter
        labels={{ from: t('dueFrom'), to: t('dueTo') }}
        value={{ from, to }}
        onChange={(range) =>
          setFilters({
            ...('from' in range && { dueFrom: range.from }),
            ...('to' in range && { dueTo: range.to }),
          })
        }
      />
    </ResourceList>
  );
}
