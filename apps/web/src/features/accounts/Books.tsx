import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useWithPending } from '../../data/change.tsx';
import { useDescribedEditor } from '../../data/editor.tsx';
import { useResourceForm } from '../../data/ResourceForm.tsx';
import type { BankAccount } from '../../entities/accounts/AccountPicker.tsx';
import { type Chequebook, chequesLeft } from '../../entities/accounts/books.ts';
import { useFormat } from '../../lib/format.ts';
import { Chip } from '../../ui/Chip.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { PageSection } from '../../ui/PageHeader.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Code } from '../../ui/values.tsx';
import { chequebook } from './AccountForm.tsx';

interface Props {
  readonly account: BankAccount;
}

/** The chequebooks of an account: their serials, the next free one, and how many are left. */
export function ChequebookList({ account }: Props) {
  const { t } = useTranslation('bankAccounts');
  const { t: books } = useTranslation('chequebooks');
  const { data, error, refetch } = useQuery(
    api.chequebooks.list.queryOptions({ account: account._id, limit: 1000 }),
  );
  const rows = useWithPending<Chequebook>(data?.items ?? [], 'chequebooks');
  const { create, open, actions, form } = useDescribedEditor(chequebook, (row, close) => (
    <BookForm account={account} row={row} onClose={close} />
  ));
  const columns = useBookColumns();
  const isNewOffered = create && !account.isArchived;
  return (
    <PageSection
      title={books('title')}
      aside={
        isNewOffered && (
          <Button
            size="compact-md"
            variant="light"
            className="no-print"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={create}
          >
            {books('new')}
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <DataTable
          label={books('title')}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          actions={actions}
          onOpen={open}
          empty={t('noBooks')}
        />
      )}
      {form}
    </PageSection>
  );
}

function useBookColumns(): Column<Chequebook>[] {
  const { t } = useTranslation('bankAccounts');
  const { number } = useFormat();
  return [
    {
      key: 'serials',
      place: 'first',
      header: t('serials'),
      cell: ({ firstSerial, lastSerial }) => <Code>{`${firstSerial}–${lastSerial}`}</Code>,
    },
    {
      key: 'nextSerial',
      header: t('nextSerial'),
      cell: ({ nextSerial }) =>
        nextSerial === null ? <Chip tone="quiet">{t('usedUp')}</Chip> : <Code>{nextSerial}</Code>,
    },
    {
      key: 'left',
      place: 'end',
      align: 'end',
      header: t('left'),
      cell: (book) => {
        const { left, all } = chequesLeft(book);
        return <span className="number">{t('leftOf', { left: number(left), all: number(all) })}</span>;
      },
    },
  ];
}

interface FormProps extends Props {
  /** Undefined: a new one. */
  readonly row: Chequebook | undefined;
  readonly onClose: () => void;
}

function BookForm({ account, row, onClose }: FormProps) {
  const initial = { account: account._id };
  const { record, inputs, title } = useResourceForm(chequebook, {
    row,
    initial,
    next: () => initial,
    onClose,
  });
  return (
    <RecordDrawer title={title} record={record} onClose={onClose}>
      {inputs.firstSerial}
      {inputs.lastSerial}
    </RecordDrawer>
  );
}
