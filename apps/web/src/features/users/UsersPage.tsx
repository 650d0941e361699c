import { isApiError } from '@daybook/client';
import { roles } from '@daybook/domain';
import { Anchor, Select, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { type BulkAction, oneByOne } from '../../data/bulk.ts';
import { useMay } from '../../data/me.ts';
import { ResourceList } from '../../data/ResourceList.tsx';
import { useIssueText } from '../../lib/errors.ts';
import { nextPage, pageSize } from '../../lib/paging.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import { useFilters } from '../../lib/search.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { PageHeader, WayButton } from '../../ui/PageHeader.tsx';
import { LongCode, Name } from '../../ui/values.tsx';
import { UsersSearch } from '../search.ts';
import { lengthIssue, searchFor } from './accounts.ts';
import { RoleBadge, Status } from './Badges.tsx';
import { PatternInput, refusalId } from './PatternInput.tsx';
import { UserActions } from './UserActions.tsx';
import { NewUserForm, type UserRow } from './UserForm.tsx';

const issueOf = (error: unknown) =>
  isApiError(error) && error.data.code === 'INVALID_SEARCH' ? error.data.issues[0] : undefined;

/** The list; where its pattern is refused, why, and the list by the last pattern that was good. */
export function useUsersList({ search, role, active }: UsersSearch) {
  const textOf = useIssueText();
  const [good, setGood] = useState<string>();
  const tooLong = lengthIssue(search);
  const list = (pattern: string | undefined, enabled: boolean) => ({
    ...api.users.list.infiniteQueryOptions(
      { ...searchFor(pattern), role, active, limit: pageSize },
      nextPage,
    ),
    placeholderData: keepPreviousData,
    enabled,
  });
  const asked = useInfiniteQuery(list(search, !tooLong));
  const issue = tooLong ?? issueOf(asked.error);
  const refused = issue !== undefined;
  const before = useInfiniteQuery(list(good, refused));
  const isGood = asked.isSuccess && !asked.isPlaceholderData && !tooLong;
  useEffect(() => {
    if (isGood) setGood(search);
  }, [isGood, search]);
  return { query: refused ? before : asked, refusal: issue && textOf(issue) };
}

function activation(active: boolean): BulkAction<UserRow> {
  // The list of users has no versions.
  const set = (userID: string, value: boolean, version?: number) =>
    client.users.setStatus.mutate({ userID, active: value }, versionCondition(version));
  return {
    name: active ? 'activate' : 'deactivate',
    needs: 'users.setStatus',
    isFor: (user, ownID) => user._id !== ownID && user.active !== active,
    changeOf: (users, tell) =>
      oneByOne(
        users.map((user) => ({
          name: user.fullName,
          shows: [{ id: user._id, row: { ...user, active } }],
          run: () => set(user._id, active),
          undo: (changed: UserRow) => ({ run: () => set(user._id, !active, changed.version) }),
        })),
        tell,
      ),
  };
}

export function UsersPage() {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const { t: security } = useTranslation('security');
  const [filters, setFilters] = useFilters(UsersSearch);
  const { search, role, active } = filters;
  const { query, refusal } = useUsersList(filters);
  const may = useMay();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const editor = {
    create: may('users.create') ? () => setCreating(true) : undefined,
    nameOf: ({ fullName }: UserRow) => fullName,
    actions: (user: UserRow) => <UserActions user={user} />,
    form: isCreating && <NewUserForm onClose={() => setCreating(false)} />,
  };
  const choice = {
    placeholder: common('all'),
    clearable: true,
    clearButtonProps: { 'aria-label': common('clearFilters') },
    w: 160,
  };
  return (
    <ResourceList
      resource="users"
      header={(buttons) => (
        <PageHeader title={t('title')}>
          {may('users.security') && (
            <WayButton to="/users/security" icon={IconShieldLock} text={security('title')} />
          )}
          {buttons}
        </PageHeader>
      )}
      bulkActions={[activation(false), activation(true)]}
      filters={filters}
      setFilters={setFilters}
      query={query}
      columns={useColumns()}
      address={{ path: '/users', filters: { search, role, active } }}
      editor={editor}
      belowFilters={
        refusal && (
          <Text size="sm" mb="md" mt={-8} id={refusalId} role="alert">
            <Text span inherit c="var(--mantine-color-error)">
              {refusal}
            </Text>{' '}
            {t('listBefore')}
          </Text>
        )
      }
      onOpen={({ _id }) => void navigate({ to: `/users/${_id}` })}
      searchField={
        <PatternInput value={search} onChange={(value) => setFilters({ search: value })} refusal={refusal} />
      }
    >
      <Select
        label={t('role')}
        data={roles.map((value) => ({ value, label: common(`roles.${value}`) }))}
        value={role ?? null}
        onChange={(value) => setFilters({ role: roles.find((known) => known === value) })}
        {...choice}
      />
      <Select
        label={t('status')}
        data={[
          { value: 'true', label: t('fields.active') },
          { value: 'false', label: t('deactivated') },
        ]}
        value={active ?? null}
        onChange={(value) =>
          setFilters({ active: value === 'true' || value === 'false' ? value : undefined })
        }
        {...choice}
      />
    </ResourceList>
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
      header: t('fields.username'),
      cell: ({ username }) => <Name>{username}</Name>,
      sortBy: ({ username }) => username,
    },
    {
      key: 'role',
      place: 'end',
      header: t('role'),
      cell: ({ accessLevel }) => <RoleBadge role={accessLevel} />,
      sortBy: ({ accessLevel }) => roles.indexOf(accessLevel),
    },
    {
      key: 'status',
      place: 'state',
      header: t('status'),
      cell: ({ active }) => <Status active={active} />,
      sortBy: ({ active }) => (active ? 0 : 1),
    },
    {
      key: 'email',
      place: 'hidden',
      header: t('fields.email'),
      cell: ({ email }) => <LongCode>{email}</LongCode>,
      sortBy: ({ email }) => email || null,
    },
    {
      key: 'phone',
      header: t('fields.phoneNumber'),
      cell: ({ phoneNumber }) => <LongCode>{phoneNumber}</LongCode>,
      sortBy: ({ phoneNumber }) => phoneNumber || null,
    },
  ];
}
