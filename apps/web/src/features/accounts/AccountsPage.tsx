import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { ResourcePage } from '../../data/ResourcePage.tsx';
import { type BankAccount, bankAccount } from '../../entities/accounts/AccountPicker.tsx';
import { Name } from '../../ui/values.tsx';
import { AccountsSearch } from '../search.ts';
import { AccountForm, ArchivedBadge } from './AccountForm.tsx';

const linkTo = ({ _id, name }: BankAccount) => (
  <Anchor component={Link} to={`/accounts/${_id}`} inherit>
    <Name>{name}</Name>
  </Anchor>
);

export function AccountsPage() {
  const navigate = useNavigate();
  return (
    <ResourcePage
      description={bankAccount}
      search={AccountsSearch}
      columns={{
        name: { cell: linkTo },
        isArchived: { place: 'state', cell: ({ isArchived }) => isArchived && <ArchivedBadge /> },
      }}
      form={(row, close) => <AccountForm row={row} onClose={close} />}
      onOpen={({ _id }) => void navigate({ to: `/accounts/${_id}` })}
    />
  );
}
