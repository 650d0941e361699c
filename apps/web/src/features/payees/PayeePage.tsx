import './payees.css';
import { isApiError } from '@daybook/client';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { HistoryPanel } from '../../data/history/HistoryPanel.tsx';
import { useMay } from '../../data/me.ts';
import { useRemoval } from '../../data/removal.ts';
import { useChequeEditor } from '../../entities/cheques/useChequeEditor.tsx';
import type { Payee } from '../../entities/payees/description.ts';
import { PayeeForm } from '../../entities/payees/PayeeForm.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { NewButton } from '../../ui/NewButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PayeeCheques } from './PayeeCheques.tsx';
import { PayeeContact } from './PayeeContact.tsx';

/** One payee: how to reach it, and every cheque written to it. */
export function PayeePage() {
  const { t } = useTranslation('payees');
  const { payeeID } = useParams({ from: '/staff/payees/$payeeID' });
  const { data: payee, error, refetch } = useQuery(api.payees.get.queryOptions({ payeeID }));
  if (isApiError(error) && error.data.code === 'NOT_FOUND') return <PayeeNotFound />;
  return (
    <>
      <Anchor
        component={Link}
        to="/payees"
        activeOptions={{ exact: true }}
        size="sm"
        className="no-print back"
      >
        <IconArrowLeft size={16} className="mirrored" aria-hidden /> {t('all')}
      </Anchor>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {payee ? <PayeeDetails payee={payee} /> : !error && <Loading />}
    </>
  );
}

function PayeeDetails({ payee }: { readonly payee: Payee }) {
  const { t } = useTranslation('payees');
  const { t: common } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const remove = useRemoval<Payee>({ resource: 'payees', onRemoved: () => void navigate({ to: '/payees' }) });
  const [isEdited, setEdited] = useState(false);
  const { create, open, actions, form } = useChequeEditor();
  return (
    <>
      <PageHeader title={payee.name}>
        {may('payees.remove') && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => remove(payee)}
          >
            {common('delete')}
          </Button>
        )}
        {may('payees.update') && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setEdited(true)}
          >
            {common('edit')}
          </Button>
        )}
        {create && <NewButton onClick={() => create({ payee })}>{t('newCheque')}</NewButton>}
      </PageHeader>
      <PayeeContact payee={payee} />
      {may('cheques.list') && <PayeeCheques payeeID={payee._id} actions={actions} onOpen={open} />}
      <HistoryPanel record={payee._id} />
      {isEdited && <PayeeForm row={payee} onClose={() => setEdited(false)} />}
      {form}
    </>
  );
}

function PayeeNotFound() {
  const { t } = useTranslation('payees');
  return (
    <Stack align="flex-start">
      <PageHeader title={t('notFound')} />
      <Text>{t('notFoundText')}</Text>
      <Anchor component={Link} to="/payees">
        {t('all')}
      </Anchor>
    </Stack>
  );
}
