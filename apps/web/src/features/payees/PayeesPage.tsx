import { ActionIcon, Anchor, Button, Group } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { ExportMenu } from '../../components/ExportMenu.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { List } from '../../components/List.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
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
  const may = useMay();
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
        {may('payees.create') && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
            {t('new')}
          </Button>
        )}
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
            <Group gap={4} wrap="nowrap" justify="flex-end">
              {may('payees.update') && (
                <ActionIcon
                  variant="subtle"
                  aria-label={`${common('edit')}: ${payee.name}`}
                  onClick={() => setEdited(payee)}
                >
                  <IconPencil size={16} />
                </ActionIcon>
              )}
              {may('payees.remove') && (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`${common('delete')}: ${payee.name}`}
                  onClick={() => remove(payee)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </Group>
          )}
        />
      </List>
      {edited && (
        <PayeeForm {...(edited !== 'new' && { payee: edited })} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
