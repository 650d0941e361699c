import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { ResourcePage } from '../../data/ResourcePage.tsx';
import { type Payee, PayeeForm, payee } from '../../entities/payees/PayeePicker.tsx';
import { Name } from '../../ui/values.tsx';
import { PayeesSearch } from '../search.ts';

const linkTo = ({ _id, name }: Payee) => (
  <Anchor component={Link} to={`/payees/${_id}`} inherit>
    <Name>{name}</Name>
  </Anchor>
);

export function PayeesPage() {
  const navigate = useNavigate();
  return (
    <ResourcePage
      description={payee}
      search={PayeesSearch}
      columns={{ name: { cell: linkTo } }}
      form={(row, close) => <PayeeForm row={row} onClose={close} />}
      onOpen={({ _id }) => void navigate({ to: `/payees/${_id}` })}
    />
  );
}
