import { Anchor } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { ExportMenu } from '../../components/ExportMenu.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { List } from '../../components/List.tsx';
import { NewButton } from '../../components/NewButton.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowActions } from '../../components/RowActions.tsx';
import { SearchInput } from '../../components/SearchInput.tsx';
import { Name } from '../../components/Values.tsx';
import { useMay } from '../../lib/me.ts';
import { nextPage, pageSize, useRows } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { Mail, Phone } from './Contact.tsx';
import { type Payee, PayeeForm } from './PayeeForm.tsx';
import { PayeesSearch } from './search.ts';
import { usePayeeRemoval } from './usePayeeRemoval.tsx';

const fileColumns = (['_id', 'name', 'phoneNumber', 'email', 'extraNotes'] as const).map((header) => ({
  header,
  value: (payee: Payee) => payee[header],
}));

export function PayeesPage() {
  const { t } = useTranslation('payees');
  const { t: common } = useTranslation();
  const [{ search, sort }, setFilters] = useFilters(PayeesSearch);
  const query = useInfiniteQuery({
    ...api.payees.list.infiniteQueryOptions({ search, limit: pageSize }, nextPage),
    placeholderData: keepPreviousData,
  });
  const { rows, more, all, hasMore } = useRows(query, sort !== undefined);
  const [edited, setEdited] = useState<Payee | 'new'>();
  const _may = useMay();
  const remove = usePayeeRemoval();

  const columns: Column<Payee>[] = [
    {
      key: 'name',
      header: t('name'),
      cell: ({ _id, name }) => (
        <Anchor component={Link} to={`/payees/${_id}`} inherit>
          <Name>{name}</Name>
        </Anchor>
      ),
      sortBy: ({ name }) => name,
    },
    { key: 'phone', header: t('phoneNumber'), cell: ({ phoneNumber }) => <Phone>{phoneNumber}</Phone> },
    { key: 'email', header: t('email'), cell: ({ email }) => <Mail>{email}</Mail> },
    { key: 'notes', header: t('extraNotes'), cell: ({ extraNotes }) => <Name>{extraNotes}</Name> },
  ];

  return (
    <>
      <PageHeader title={common('places.payees')}>
        <ExportMenu name="payees" columns={fileColumns} rows={all} />
        <NewButton of="payees" onClick={() => setEdited('new')}>
          {t('new')}
        </NewButton>
      </PageHeader>
      <FilterBar active={search !== undefined} onClear={() => setFilters({ search: undefined })}>
        <SearchInput value={search} onChange={(value) => setFilters({ search: value })} />
      </FilterBar>
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DataTable
          label={common('places.payees')}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          sort={sort}
          onSort={(value) => setFilters({ sort: value })}
          onEnd={more}
          empty={search && common('nothingFound')}
          actions={(payee) => (
            <RowActions
              of="payees"
              name={payee.name}
              onEdit={() => setEdited(payee)}
              onRemove={() => remove(payee)}
            />
          )}
        />
      </List>
      {edited && (
        <PayeeForm {...(edited !== 'new' && { payee: edited })} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
