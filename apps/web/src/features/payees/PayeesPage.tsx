import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ResourcePage } from '../../data/ResourcePage.tsx';
import { type Payee, payee } from '../../entities/payees/description.ts';
import { PayeeForm } from '../../entities/payees/PayeeForm.tsx';
import { Name } from '../../ui/Values.tsx';
import { PayeesSearch } from './search.ts';

const linkTo = ({ _id, name }: Payee) => (
  <Anchor component={Link} to={`/payees/${_id}`} inherit>
    <Name>{name}</Name>
  </Anchor>
);

export const PayeesPage = () => (
  <ResourcePage
    description={payee}
    search={PayeesSearch}
    columns={{ name: { cell: linkTo } }}
    form={(row, close) => <PayeeForm row={row} onClose={close} />}
  />
);
