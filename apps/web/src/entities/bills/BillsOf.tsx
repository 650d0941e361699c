import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useWithPending } from '../../data/change.tsx';
import { nextPage, useRows } from '../../lib/paging.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { PageSection } from '../../ui/PageHeader.tsx';
import { List } from '../../ui/states.tsx';
import { useBillEditor } from './useBillEditor.tsx';
import { useBillColumns } from './useBillTable.tsx';

interface Props {
  /** Whose they are, or what pays them. */
  readonly filters: { readonly payee: string } | { readonly cheque: string };
  /** Where there are none; without it, nothing is shown then. */
  readonly empty?: string;
}

/** The bills of a payee or a cheque, on its page. */
export function BillsOf({ filters, empty }: Props) {
  const { t } = useTranslation('bills');
  const query = useInfiniteQuery(api.bills.list.infiniteQueryOptions(filters, nextPage));
  const { rows: loaded, more, hasMore } = useRows(query, false);
  const rows = useWithPending(loaded, 'bills');
  const { data: summary } = useQuery(api.bills.summary.queryOptions(filters));
  const { date, description, payee, dueDate, value, files, status } = useBillColumns(summary?.rangeTotal);
  const { open, actions, form } = useBillEditor();
  if (empty === undefined && rows.length === 0) return null;
  return (
    <PageSection title={t('title')}>
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DataTable
          label={t('title')}
          rows={rows}
          rowKey={({ _id }) => _id}
          columns={[
            date,
            description,
            ...('cheque' in filters ? [payee] : []),
            dueDate,
            value,
            files,
            status,
          ]}
          onEnd={more}
          actions={actions}
          onOpen={open}
          empty={empty}
        />
      </List>
      {form}
    </PageSection>
  );
}
