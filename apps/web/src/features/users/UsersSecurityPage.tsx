import type { Outputs } from '@daybook/client';
import { IdentityCreate, roles } from '@daybook/domain';
import { Anchor, Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowLeft, IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { useMe } from '../../data/me.ts';
import { IdentityList } from '../../entities/identities/IdentityList.tsx';
import { type Account, useAccounts } from '../../entities/users.tsx';
import { useFormat } from '../../lib/format.ts';
import { useFilters } from '../../lib/search.ts';
import { Chip } from '../../ui/Chip.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Name } from '../../ui/values.tsx';
import { UsersSecuritySearch } from '../search.ts';
import { RoleBadge } from './Badges.tsx';
import { ResetFactorsForm } from './UserActions.tsx';

type Row = Outputs['users']['security']['items'][number] & Pick<Account, 'fullName' | 'accessLevel'>;

/** Everybody who can log in. */
function useRows() {
  const accounts = useAccounts();
  const security = useQuery(api.users.security.queryOptions({ limit: 1000 }));
  const byId = new Map(security.data?.items.map((one) => [one._id, one]));
  const rows = (accounts.data ?? []).flatMap(({ _id, fullName, accessLevel, active }): Row[] => {
    const own = byId.get(_id);
    return active && own ? [{ ...own, fullName, accessLevel }] : [];
  });
  return {
    rows: accounts.data && security.data && rows,
    error: security.error ?? accounts.error,
    refetch: () => Promise.all([accounts.refetch(), security.refetch()]),
  };
}

/** Who has a second factor, and what else lets them in. */
export function UsersSecurityPage() {
  const { t } = useTranslation('security');
  const { t: users } = useTranslation('users');
  const { t: identities } = useTranslation('identities');
  const { t: common } = useTranslation();
  const me = useMe();
  const [{ without, sort }, setFilters] = useFilters(UsersSecuritySearch);
  const { rows, error, refetch } = useRows();
  const { data: methods } = useQuery(api.auth.methods.queryOptions());
  const provider = methods?.sso;
  const [resetting, setResetting] = useState<Row>();
  const [linking, setLinking] = useState<Row>();
  const columns = useColumns();
  return (
    <>
      <Anchor component={Link} to="/users" size="sm" className="no-print">
        <Group component="span" gap={4} mb="xs" display="inline-flex">
          <IconArrowLeft size={16} className="mirrored" aria-hidden />
          {users('toList')}
        </Group>
      </Anchor>
      <PageHeader title={t('users.title')} />
      <Text size="sm" c="dimmed" mb="md">
        {t('users.hint')}
      </Text>
      <Checkbox
        mb="md"
        label={t('users.without')}
        checked={without === 'true'}
        onChange={({ currentTarget }) => setFilters({ without: currentTarget.checked ? 'true' : undefined })}
      />
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!rows && !error && <Loading />}
      {rows && (
        <DataTable
          label={t('users.title')}
          columns={columns}
          rows={without === 'true' ? rows.filter(({ factors }) => factors === 0) : rows}
          rowKey={({ _id }) => _id}
          sort={sort}
          onSort={(value) => setFilters({ sort: value })}
          empty={without === 'true' ? t('users.everybody') : common('nothing')}
          actions={(row) =>
            row._id !== me._id && (
              <Group gap={4} wrap="nowrap" justify="flex-end">
                {provider && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    onClick={() => setLinking(row)}
                    aria-label={`${identities('linkOpen')}: ${row.fullName}`}
                  >
                    {identities('link')}
                  </Button>
                )}
                {row.factors > 0 && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    onClick={() => setResetting(row)}
                    aria-label={`${t('reset.open')}: ${row.fullName}`}
                  >
                    {t('reset.short')}
                  </Button>
                )}
              </Group>
            )
          }
        />
      )}
      {linking && provider && (
        <LinkIdentityForm user={linking} provider={provider} onClose={() => setLinking(undefined)} />
      )}
      {resetting && <ResetFactorsForm user={resetting} onClose={() => setResetting(undefined)} />}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('security');
  const { t: users } = useTranslation('users');
  const { t: tokens } = useTranslation('tokens');
  const { instant, number } = useFormat();
  const count = (key: 'recoveryCodesLeft' | 'sessions' | 'tokens', header: string): Column<Row> => ({
    key,
    header,
    align: 'end',
    place: 'hidden',
    cell: (row) => <span className="number">{number(row[key])}</span>,
    sortBy: (row) => row[key],
  });
  return [
    {
      key: 'name',
      header: users('fullName'),
      cell: ({ _id, fullName }) => (
        <Anchor component={Link} to={`/users/${_id}`} inherit>
          <Name>{fullName}</Name>
        </Anchor>
      ),
      sortBy: ({ fullName }) => fullName,
    },
    {
      key: 'role',
      header: users('role'),
      cell: ({ accessLevel }) => <RoleBadge role={accessLevel} />,
      sortBy: ({ accessLevel }) => roles.indexOf(accessLevel),
    },
    {
      key: 'factors',
      place: 'end',
      header: t('secondFactor'),
      cell: ({ factors }) =>
        factors > 0 ? (
          <Chip tone="success" icon={IconCircleCheck}>
            {t('users.has')}
          </Chip>
        ) : (
          <Chip tone="quiet" icon={IconCircleOff}>
            {t('users.hasNone')}
          </Chip>
        ),
      sortBy: ({ factors }) => factors,
    },
    count('recoveryCodesLeft', t('users.codesLeft')),
    count('sessions', t('users.sessions')),
    count('tokens', tokens('title')),
    {
      key: 'lastLogIn',
      place: 'second',
      header: t('users.lastLogIn'),
      cell: ({ lastLogInAt }) =>
        lastLogInAt === null ? t('users.never') : <span className="number">{instant(lastLogInAt)}</span>,
      sortBy: ({ lastLogInAt }) => lastLogInAt,
    },
  ];
}

interface LinkProps {
  readonly user: { readonly _id: string; readonly fullName: string };
  readonly provider: NonNullable<Outputs['auth']['methods']['sso']>;
  readonly onClose: () => void;
}

/** Links somebody's account to one at the provider, by what the provider's administration calls that. */
function LinkIdentityForm({ user: { _id: userID, fullName: name }, provider, onClose }: LinkProps) {
  const { t } = useTranslation('identities');
  const { data, error, refetch } = useQuery(api.users.identities.queryOptions({ userID }));
  const record = useRecordForm({
    resource: 'identities',
    schema: IdentityCreate,
    initial: { subject: '' },
    create: ({ subject }) => client.users.linkIdentity.mutate({ userID, subject }),
    onDone: () => {
      notifications.show({ message: t('linked', { name }) });
      onClose();
    },
  });
  return (
    <RecordDrawer title={t('linkTitle', { name })} record={record} onClose={onClose} submitText={t('link')}>
      <Text size="sm">{t('linkText', { name: provider.name })}</Text>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      <IdentityList
        links={data?.identities ?? []}
        endText={t('endTextOf', { name })}
        end={(identityID) => client.users.removeIdentity.mutate({ userID, identityID })}
      />
      <TextInput label={t('fields.issuer')} value={provider.issuer} readOnly dir="ltr" />
      <TextInput
        label={t('fields.subject')}
        description={t('subjectHint')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        {...record.form.getInputProps('subject')}
      />
    </RecordDrawer>
  );
}
