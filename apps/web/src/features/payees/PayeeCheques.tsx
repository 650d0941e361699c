import { Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useWithPending } from '../../data/change.tsx';
import { useListFiles } from '../../data/list-files.ts';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { DueFigures } from '../../entities/cheques/DueFigures.tsx';
import { type Upcoming, upcomingOf } from '../../entities/cheques/months.ts';
import { useChequeTable } from '../../entities/cheques/useChequeTable.tsx';
import { useFormat } from '../../lib/format.ts';
import { nextPage, useRows } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { List } from '../../ui/List.tsx';
import { Money } from '../../ui/Values.tsx';
import { PayeeSearch } from './search.ts';

interface Props {
  readonly payeeID: string;
  readonly actions: (cheque: Cheque) => ReactNode;
  readonly onOpen: ((cheque: Cheque) => void) | undefined;
}

/** All cheques of a payee, their totals, and what is still to come. */
export function PayeeCheques({ payeeID, actions, onOpen }: Props) {
  const { t } = useTranslation('payees');
  const { today } = useFormat();
  const [{ sort }, setFilters] = useFilters(PayeeSearch);
  const filters = { payee: payeeID };
  const query = useInfiniteQuery(api.cheques.list.infiniteQueryOptions(filters, nextPage));
  const { rows: loaded, all, hasMore } = useRows(query, true);
  const rows = useWithPending(loaded, 'cheques');
  const { data: summary } = useQuery(api.cheques.summary.queryOptions(filters));
  const { columns, rowClass } = useChequeTable({ total: summary?.total });
  const files = useListFiles({ path: '/cheques', filters });
  const upcoming = upcomingOf(rows, today());
  return (
    <>
      <DueFigures filters={filters} />
      {query.data && !hasMore && rows.length > 0 && <UpcomingTable months={upcoming} />}
      <div className="section-head">
        <Title order={2} size="h4">
          {t('cheques')}
        </Title>
        {rows.length > 0 && (
          <div className="section-buttons no-print">
            <ExportMenu name="cheques" files={files} rows={all} />
          </div>
        )}
      </div>
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DataTable
          label={t('cheques')}
          rows={rows}
          rowKey={({ _id }) => _id}
          // The name would stand on every row.
          columns={columns.filter(({ key }) => key !== 'payee')}
          rowClass={rowClass}
          actions={actions}
          onOpen={onOpen}
          sort={sort}
          onSort={(value) => setFilters({ sort: value })}
          empty={t('noCheques')}
        />
      </List>
    </>
  );
}

function UpcomingTable({ months }: { readonly months: readonly Upcoming[] }) {
  const { t } = useTranslation('payees');
  const format = useFormat();
  const columns: Column<Upcoming>[] = [
    { key: 'month', header: t('month'), cell: ({ month }) => format.month(month) },
    { key: 'count', header: t('count'), align: 'end', cell: ({ count }) => format.number(count) },
    {
      key: 'total',
      header: t('total'),
      align: 'end',
      place: 'end',
      cell: ({ total }) => <Money value={total} />,
    },
  ];
  return (
    <section className="upcoming">
      <Title order={2} size="h4" mb="xs">
        {t('upcoming')}
      </Title>
      {months.length === 0 ? (
        <Text c="dimmed">{t('nothingUpcoming')}</Text>
      ) : (
        <DataTable label={t('upcoming')} columns={columns} rows={months} rowKey={({ month }) => month} />
      )}
    </section>
  );
}
