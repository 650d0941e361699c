import '../../ui/page.css';
import { isApiError } from '@daybook/client';
import { isFixed } from '@daybook/domain';
import { Anchor, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useWithPending } from '../../data/change.tsx';
import { HistoryPanel } from '../../data/history/HistoryPanel.tsx';
import { Fixed } from '../../entities/cheques/ChequeForm.tsx';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { useChequeEditor } from '../../entities/cheques/useChequeEditor.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { PageActions } from '../../ui/PageActions.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ChequeChain } from './ChequeChain.tsx';
import { ChequeDetails } from './ChequeDetails.tsx';
import { ChequeTimeline } from './ChequeTimeline.tsx';

/** One cheque: what it says, what happened to it, and what can happen next. */
export function ChequePage() {
  const { t } = useTranslation('cheques');
  const { chequeID } = useParams({ from: '/staff/cheques/$chequeID' });
  const { data, error, refetch } = useQuery(api.cheques.get.queryOptions({ chequeID }));
  const [cheque] = useWithPending(data ? [data] : [], 'cheques');
  if (isApiError(error) && error.data.code === 'NOT_FOUND') return <ChequeNotFound />;
  return (
    <>
      <Anchor
        component={Link}
        to="/cheques"
        activeOptions={{ exact: true }}
        size="sm"
        className="no-print back"
      >
        <IconArrowLeft size={16} className="mirrored" aria-hidden /> {t('title')}
      </Anchor>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {cheque ? <Whole cheque={cheque} /> : !error && <Loading />}
    </>
  );
}

function Whole({ cheque }: { readonly cheque: Cheque }) {
  const { t } = useTranslation('cheques');
  const navigate = useNavigate();
  const { actionsOf, form } = useChequeEditor({ onRemoved: () => void navigate({ to: '/cheques' }) });
  return (
    <>
      <PageHeader title={t('named', { serial: cheque.serial })}>
        <PageActions name={cheque.serial} actions={actionsOf(cheque)} />
      </PageHeader>
      <ChequeDetails cheque={cheque} />
      {isFixed(cheque) && cheque.status !== 'cancelled' && <Fixed status={cheque.status} />}
      <ChequeChain cheque={cheque} />
      <ChequeTimeline cheque={cheque} />
      <HistoryPanel record={cheque._id} />
      {form}
    </>
  );
}

function ChequeNotFound() {
  const { t } = useTranslation('cheques');
  return (
    <Stack align="flex-start">
      <PageHeader title={t('notFound')} />
      <Text>{t('notFoundText')}</Text>
      <Anchor component={Link} to="/cheques">
        {t('title')}
      </Anchor>
    </Stack>
  );
}
