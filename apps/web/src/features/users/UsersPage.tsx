import { roles } from '@daybook/domain';
import { Anchor, Select, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { ExportMenu } from '../../components/ExportMenu.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { List } from '../../components/List.tsx';
import { NewButton } from '../../components/NewButton.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Name, Reach } from '../../components/Values.tsx';
import { useMay } from '../../lib/me.ts';
import { useRows } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { RoleBadge, Status } from './Badges.tsx';
import { PatternInput, refusalId } from './PatternInput.tsx';
import { UsersSearch } from './search.ts';
import { UserActions } from './UserActions.tsx';
import { NewUserForm, type UserRow } from './UserForm.tsx';
import { useUsersList } from './users-list.ts';

const fileColumns = (
  ['_id', 'fullName', 'username', 'accessLevel', 'active', 'email', 'phoneNumber'] as const
).map((header) => ({ header, value: (user: UserRow) => user[header] }));

export function UsersPage() {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const [filters, setFilters] = useFilters(UsersSearch);
  const { search, role, active, sort } = filters;
  const { query, refusal } = useUsersList(filters);
  const { rows, more, all, hasMore } = useRows(query, sort !== undefined);
  const [creating, setCreating] = useState(false);
  const _may = useMay();
  const columns = useColumns();
  const isFiltered = search !== undefined || role !== undefined || active !== undefined;

  return (
    <>
      <PageHeader title={common('places.users')}>
        <ExportMenu name="users" columns={fileColumns} rows={all} />
        <NewButton of="users" onClick={() => setCreating(true)}>
          {t('new')}
        </NewButton>
      </PageHeader>
      <FilterBar
        active={isFiltered}
        onClear={() => setFilters({ search: undefined, role: undefined, active: undefined })}
      >
        <PatternInput value={search} onChange={(value) => setFilters({ search: value })} refusal={refusal} />
        <Select
          label={t('role')}
          placeholder={common('all')}
          clearable
          clearButtonProps={{ 'aria-label': common('clearFilters') }}
          data={roles.map((value) => ({ value, label: common(`roles.${value}`) }))}
          value={role ?? null}
          onChange={(value) => setFilters({ role: roles.find((known) => known === value) })}
          w={160}
        />
        <Select
          label={t('status')}
          placeholder={common('all')}
          clearable
          clearButtonProps={{ 'aria-label': common('clearFilters') }}
          data={[
            { value: 'true', label: t('active') },
            { value: 'false', label: t('deactivated') },
          ]}
          value={active ?? null}
          onChange={(value) =>
            setFilters({ active: value === 'true' || value === 'false' ? value : undefined })
          }
          w={160}
        />
      </FilterBar>
      {refusal && (
        <Text size="sm" mb="md" mt={-8} id={refusalId} role="alert">
          <Text span inherit c="var(--mantine-color-error)">
            {refusal}
          </Text>{' '}
          {t('listBefore')}
        </Text>
      )}
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DataTable
          label={common('places.users')}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          sort={sort}
          onSort={(value) => setFilters({ sort: value })}
          onEnd={more}
          empty={isFiltered && common('nothingFound')}
          actions={(user) => <UserActions user={user} />}
        />
      </List>
      {creating && <NewUserForm onClose={() => setCreating(false)} />}
    </>
  );
}

function useColumns(): Column<UserRow>[] {
  const { t } = useTranslation('users');
  return [
    {
      key: 'name',
      header: t('fullName'),
      cell: ({ _id, fullName }) => (
        <Anchor component={Link} to={`/users/${_id}`} inherit>
          <Name>{fullName}</Name>
        </Anchor>
      ),
      sortBy: ({ fullName }) => fullName,
    },
    {
      key: 'username',
      header: t('username'),
      cell: ({ username }) => <Name>{username}</Name>,
      sortBy: ({ username }) => username,
    },
    {
      key: 'role',
      header: t('role'),
      cell: ({ accessLevel }) => <RoleBadge role={accessLevel} />,
      sortBy: ({ accessLevel }) => roles.indexOf(accessLevel),
    },
    {
      key: 'status',
      header: t('status'),
      cell: ({ active }) => <Status active={active} />,
      sortBy: ({ active }) => (active ? 0 : 1),
    },
    {
      key: 'email',
      header: t('email'),
      cell: ({ email }) => <Reach>{email}</Reach>,
      sortBy: ({ email }) => email || null,
    },
    {
      key: 'phone',
      header: t('phoneNumber'),
      cell: ({ phoneNumber }) => <Reach>{phoneNumber}</Reach>,
      sortBy: ({ phoneNumber }) => phoneNumber || null,
    },
  ];
}
