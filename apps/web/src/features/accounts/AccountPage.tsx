import { isApiError } from '@daybook/client';
import { openStatuses } from '@daybook/domain';
import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowLeft,
  IconPencil,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange, useWithPending } from '../../data/change.tsx';
import { HistoryPanel } from '../../data/history/history.tsx';
import { useMay } from '../../data/me.ts';
import { useRemoval } from '../../data/removal.ts';
import type { BankAccount } from '../../entities/accounts/AccountPicker.tsx';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { useChequeEditor } from '../../entities/cheques/useChequeEditor.tsx';
import { useChequeTable } from '../../entities/cheques/useChequeTable.tsx';
import { AccountForecast } from '../../entities/forecast/AccountForecast.tsx';
import { nextPage, useRows } from '../../lib/paging.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import { useFilters } from '../../lib/search.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { NewButton, PageActions, PageHeader, PageSection } from '../../ui/PageHeader.tsx';
import { ErrorState, List, Loading } from '../../ui/states.tsx';
import { Code, Name } from '../../ui/values.tsx';
import { AccountSearch } from '../search.ts';
import { AccountForm, ArchivedBadge } from './AccountForm.tsx';
import { Balances } from './Balances.tsx';
import { ChequebookList } from './Books.tsx';
import './accounts.css';

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
    <PageSection
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
    </PageSection>
  );
}

/** One bank account: what will be in it, its balances, books and open cheques. */
export function AccountPage() {
  const { t } = useTranslation('bankAccounts');
  const { bankAccountID } = useParams({ from: '/staff/accounts/$bankAccountID' });
  const { data, error, refetch } = useQuery(api.bankAccounts.get.queryOptions({ bankAccountID }));
  const [account] = useWithPending(data ? [data] : [], 'bankAccounts');
  if (isApiError(error) && error.data.code === 'NOT_FOUND') return <AccountNotFound />;
  return (
    <>
      <Anchor
        component={Link}
        to="/accounts"
        activeOptions={{ exact: true }}
        size="sm"
        className="no-print back"
      >
        <IconArrowLeft size={16} className="mirrored" aria-hidden /> {t('all')}
      </Anchor>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {account ? <Whole account={account} /> : !error && <Loading />}
    </>
  );
}

function Whole({ account }: { readonly account: BankAccount }) {
  const { t } = useTranslation('bankAccounts');
  const { t: forecast } = useTranslation('forecast');
  const { _id, name, bank, number, isArchived } = account;
  const { create, actions, open, form } = useChequeEditor();
  return (
    <>
      <PageHeader title={name} record={_id}>
        <Actions account={account} />
        {create && !isArchived && (
          <NewButton onClick={() => create({ account: { _id, name } })}>{t('newCheque')}</NewButton>
        )}
      </PageHeader>
      {(bank || number || isArchived) && (
        <Group gap="sm" mb="md">
          {isArchived && <ArchivedBadge />}
          {bank && (
            <Text>
              <Name>{bank}</Name>
            </Text>
          )}
          {number && (
            <Text>
              <Code>{number}</Code>
            </Text>
          )}
        </Group>
      )}
      <PageSection title={forecast('title')}>
        <AccountForecast accountID={_id} isOnPageOfAccount />
      </PageSection>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" my="lg">
        <Balances account={account} />
        <ChequebookList account={account} />
      </SimpleGrid>
      <AccountCheques account={account} actions={actions} onOpen={open} />
      <HistoryPanel record={_id} />
      {form}
    </>
  );
}

function Actions({ account }: { readonly account: BankAccount }) {
  const { t } = useTranslation('bankAccounts');
  const { t: common } = useTranslation();
  const { _id: bankAccountID, isArchived } = account;
  const may = useMay();
  const navigate = useNavigate();
  const change = useChange('bankAccounts');
  const [isEdited, setEdited] = useState(false);
  const remove = useRemoval<BankAccount>({
    resource: 'bankAccounts',
    nameOf: ({ name }) => name,
    onRemoved: () => void navigate({ to: '/accounts' }),
  });
  const archiving = (value: boolean, version: number) => ({
    shows: [{ id: bankAccountID, row: { ...account, isArchived: value } }],
    run: () =>
      client.bankAccounts.update.mutate({ bankAccountID, isArchived: value }, versionCondition(version)),
  });
  const archive = () =>
    void change({
      done: t(isArchived ? 'unarchived' : 'archived'),
      ...archiving(!isArchived, account.version),
      undo: ({ version }) => archiving(isArchived, version),
    });
  return (
    <>
      <PageActions
        name={account.name}
        actions={[
          may('bankAccounts.update') && {
            text: common('edit'),
            icon: IconPencil,
            run: () => setEdited(true),
            isButton: true,
          },
          may('bankAccounts.update') && {
            text: t('fields.chequeForm'),
            icon: IconPrinter,
            run: () => void navigate({ to: `/print/form/${bankAccountID}` }),
          },
          may('bankAccounts.update') && {
            text: t(isArchived ? 'unarchive' : 'archive'),
            icon: isArchived ? IconArchiveOff : IconArchive,
            run: archive,
          },
          may('bankAccounts.remove') && {
            text: common('delete'),
            icon: IconTrash,
            run: () => remove(account),
            isDangerous: true,
          },
        ]}
      />
      {isEdited && <AccountForm row={account} onClose={() => setEdited(false)} />}
    </>
  );
}

function AccountNotFound() {
  const { t } = useTranslation('bankAccounts');
  return (
    <Stack align="flex-start">
      <PageHeader title={t('notFound')} />
      <Text>{t('notFoundText')}</Text>
      <Anchor component={Link} to="/accounts">
        {t('all')}
      </Anchor>
    </Stack>
  );
}
