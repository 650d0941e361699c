import '../../../ui/page.css';
import { isApiError } from '@daybook/client';
import { Anchor, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { HistoryPanel } from '../../../data/history/HistoryPanel.tsx';
import { useMay } from '../../../data/me.ts';
import { Breakdown } from '../../../entities/pay/Breakdown.tsx';
import { Corrections } from '../../../entities/pay/Corrections.tsx';
import { PaperCurrency } from '../../../entities/pay/PaperCurrency.tsx';
import { PayLines } from '../../../entities/pay/PayLines.tsx';
import { hasPayout, type Settlement } from '../../../entities/pay/settlements.ts';
import { useFormat } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FigureCard, Figures } from '../../../ui/FigureCard.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Part } from '../../../ui/Part.tsx';
import { SettlementActions } from './SettlementActions.tsx';
import { SettlementDetails } from './SettlementDetails.tsx';

/** One settlement: what was frozen, paid and signed, and what can happen to it. */
export function SettlementPage() {
  const { t } = useTranslation('settlements');
  const { t: pay } = useTranslation('pay');
  const { settlementID } = useParams({ from: '/staff/pay/settlements/$settlementID' });
  const isStaff = useMay()('pay.balances');
  const { data, error, refetch } = useQuery(api.settlements.get.queryOptions({ settlementID }));
  if (isApiError(error) && error.data.code === 'NOT_FOUND') return <SettlementNotFound />;
  return (
    <>
      <Anchor
        component={Link}
        to={isStaff && data ? `/pay/${data.worker}` : '/pay'}
        activeOptions={{ exact: true }}
        size="sm"
        className="no-print back"
      >
        <IconArrowLeft size={16} className="mirrored" aria-hidden />{' '}
        {isStaff ? (data ? t('toWorker', { name: data.workerName }) : pay('title')) : pay('own')}
      </Anchor>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {data ? (
        <PaperCurrency of={data}>
          <Whole settlement={data} />
        </PaperCurrency>
      ) : (
        !error && <Loading />
      )}
    </>
  );
}

function Whole({ settlement }: { readonly settlement: Settlement }) {
  const { t } = useTranslation('settlements');
  const { t: pay } = useTranslation('pay');
  const { t: statement } = useTranslation('statement');
  const { day, number } = useFormat();
  const { opening, earned, paid, payout, balance, corrections, lines, totals, to } = settlement;
  const { data } = useQuery(api.settlements.list.queryOptions({ worker: settlement.worker, limit: 1000 }));
  const all = data?.items ?? [];
  return (
    <>
      <PageHeader title={t('named', { number: number(settlement.number) })}>
        <SettlementActions settlement={settlement} all={all} />
      </PageHeader>
      <SettlementDetails settlement={settlement} all={all} />
      <Figures>
        <FigureCard label={statement('opening')} value={opening} />
        <FigureCard label={pay('earned')} value={earned} />
        <FigureCard label={pay('paid')} value={paid} />
        {hasPayout(settlement) && (
          <FigureCard label={t('fields.payout')} value={payout} note={t('amongPaid')} />
        )}
        <FigureCard label={t('fields.balance')} value={balance} note={day(to)} />
      </Figures>
      {corrections.length > 0 && (
        <Part title={pay('settling.correctionsOf')}>
          <Corrections corrections={corrections} />
        </Part>
      )}
      <Part title={pay('settling.days')}>
        <PayLines lines={lines} empty={statement('nothing')} />
        <Breakdown opening={opening} totals={totals} />
        <Beside settlement={settlement} />
      </Part>
      <HistoryPanel record={settlement._id} />
    </>
  );
}

/** Says what the sum holds and the days do not. */
function Beside({ settlement }: { readonly settlement: Settlement }) {
  const { t } = useTranslation('settlements');
  const texts = [
    hasPayout(settlement) && t('withPayout'),
    settlement.corrections.length > 0 && t('withCorrections'),
  ];
  const text = texts.filter((one) => one !== false).join(' ');
  return (
    text && (
      <Text size="sm" c="dimmed" mb="lg">
        {text}
      </Text>
    )
  );
}

function SettlementNotFound() {
  const { t } = useTranslation('settlements');
  const { t: pay } = useTranslation('pay');
  return (
    <Stack align="flex-start">
      <PageHeader title={t('notFound')} />
      <Text>{t('notFoundText')}</Text>
      <Anchor component={Link} to="/pay">
        {pay('title')}
      </Anchor>
    </Stack>
  );
}
