import { Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useRecordEditor } from '../../data/editor.tsx';
import { ResourceList } from '../../data/ResourceList.tsx';
import { type Payee, PayeeForm } from '../../entities/payees/PayeeForm.tsx';
import { nextPage, pageSize } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { Mail, Phone } from '../../ui/Contact.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Name } from '../../ui/Values.tsx';
import { PayeesSearch } from './search.ts';
import { usePayeeRemoval } from './usePayeeRemoval.ts';

const exportColumns = (['_id', 'name', 'phoneNumber', 'email', 'extraNotes'] as const).map((header) => ({
  header,
  value: (payee: Payee) => payee[header],
}));

export function PayeesPage() {
  const { t } = useTranslation('payees');
  const [filters, setFilters] = useFilters(PayeesSearch);
  const { search } = filters;
  const query = useInfiniteQuery(api.payees.list.infiniteQueryOptions({ search, limit: pageSize }, nextPage));
  const editor = useRecordEditor<Payee>({
    resource: 'payees',
    nameOf: ({ name }) => name,
    remove: usePayeeRemoval(),
    form: (payee, close) => <PayeeForm payee={payee} onClose={close} />,
  });
  return (
    <ResourceList
      resource="payees"
      title={t('title')}
      fileName="payees"
      filters={filters}
      setFilters={setFilters}
      query={query}
      columns={useColumns()}
      exportColumns={exportColumns}
      editor={editor}
      newLabel={t('new')}
    >
      <SearchInput value={search} onChange={(value) => setFilters({ search: value })} />
    </ResourceList>
  );
}

function useColumns(): Column<Payee>[] {
  const { t } = useTranslation('payees');
  return [
    {
      key: 'name',
      header: t('fields.name'),
      cell: ({ _id, name }) => (
        <Anchor component={Link} to={`/payees/${_id}`} inherit>
          <Name>{name}</Name>
        </Anchor>
      ),
      sortBy: ({ name }) => name,
    },
    {
      key: 'phone',
      header: t('fields.phoneNumber'),
      cell: ({ phoneNumber }) => <Phone>{phoneNumber}</Phone>,
    },
    { key: 'email', header: t('fields.email'), cell: ({ email }) => <Mail>{email}</Mail> },
    { key: 'notes', header: t('fields.extraNotes'), cell: ({ extraNotes }) => <Name>{extraNotes}</Name> },
  ];
}
