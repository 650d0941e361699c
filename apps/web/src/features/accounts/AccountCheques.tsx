import { openStatuses } from '@daybook/domain';
import { Anchor } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useWithPending } from '../../data/change.tsx';
import type { BankAccount } from '../../entities/accounts/description.ts';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { useChequeTable } from '../../entities/cheques/useChequeTable.tsx';
import { nextPage, useRows } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { List } from '../../ui/List.tsx';
import { Part } from '../../ui/Part.tsx';
import { AccountSearch } from './search.ts';

interface Props {
  readonly account: BankAccount;
  readonly actions: (cheque: Cheque) => ReactNode;
  readonly onOpen: (cheque: Cheque) => void;
}

const status = openStatuses.join();

/** The open cheques of an account, the nearest due date first. */
export function AccountCheques({ account: { _id: account }, actions, onOpen }: Props) {
  const { t } = useTranslation('bankAccounts');
  const [{ sort = 'dueDate' }, setFilters] = useFilters(AccountSearch);
  const filters = { account, status };
  const query = useInfiniteQuery(api.cheques.list.infiniteQueryOptions(filters, nextPage));
  const { rows: loaded, hasMore } = useRows(query, true);
  const rows = useWithPending(loaded, 'cheques');
  const { data: summary } = useQuery(api.cheques.summary.queryOptions(filters));
  return (
    <Part
      title={t('openCheques')}
      aside={
        <Anchor component={Link} to={`/cheques?account=${account}&status=all`} size="sm" className="no-print">
          {t('allCheques')}
        </Anchor>
      }
    >
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DataTable
          label={t('openCheques')}
          rows={rows}
          rowKey={({ _id }) => _id}
          {...useChequeTable({ total: summary?.total, isOfOpen: true })}
          actions={actions}
          onOpen={onOpen}
          sort={sort}
          onSort={(value) => setFilters({ sort: value })}
          empty={t('noOpenCheques')}
        />
      </List>
    </Part>
  );
}
