import { isApiError } from '@daybook/client';
import { Anchor, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { HistoryPanel } from '../../../data/history/history.tsx';
import { useMay, useMe } from '../../../data/me.ts';
import { Attachments } from '../../../entities/attachments/Attachments.tsx';
import type { Owner } from '../../../entities/attachments/outbox.ts';
import { useMayPay } from '../../../entities/pay/hooks.tsx';
import { BalanceBreakdown, Corrections, PayLines } from '../../../entities/pay/PayLines.tsx';
import { hasPayout, replacementOf, type Settlement } from '../../../entities/pay/pay.ts';
import { SettlementStatus } from '../../../entities/pay/SettlementList.tsx';
import { PaperCurrency } from '../../../entities/pay/StatementFigures.tsx';
import { useFormat } from '../../../lib/format.ts';
import { FigureCard, Figures } from '../../../ui/FigureCard.tsx';
import { PageHeader, PageSection } from '../../../ui/PageHeader.tsx';
import { ErrorState, Loading } from '../../../ui/states.tsx';
import { Name } from '../../../ui/values.tsx';
import { SettlementActions } from './SettlementActions.tsx';
import '../../../ui/page.css';

interface Props {
  readonly settlement: Settlement;
  /** Of the same worker. */
  readonly all: readonly Settlement[];
}

/** Of whom and of which days a settlement is, how it stands, and which others stand in its place. */
export function SettlementDetails({ settlement, all }: Props) {
  const { t } = useTranslation('settlements');
  const { day, instant } = useFormat();
  const mayStatement = useMay()('pay.balances');
  const { worker, workerName, from, to, status, reason, acknowledgedAt, createdAt, replaces } = settlement;
  const replaced = all.find(({ _id }) => _id === replaces);
  const replacement = replacementOf(settlement, all);
  return (
    <dl className="details">
      <Item name={t('fields.status')}>
        <SettlementStatus status={status} />
      </Item>
      <Item name={t('fields.worker')}>
        {mayStatement ? (
          <Anchor component={Link} to={`/pay/${worker}?from=${from}&to=${to}`} inherit>
            <Name>{workerName}</Name>
          </Anchor>
        ) : (
          <Name>{workerName}</Name>
        )}
      </Item>
      <Item name={t('period')}>{t('fromTo', { from: day(from), to: day(to) })}</Item>
      <Item name={t('issuedAt')}>
        <span className="number">{instant(createdAt)}</span>
      </Item>
      {acknowledgedAt && (
        <Item name={t('acknowledgedAt')}>
          <span className="number">{instant(acknowledgedAt)}</span>
        </Item>
      )}
      {reason && (
        <Item name={t('fields.reason')}>
          <Name>{reason}</Name>
        </Item>
      )}
      {replaced && (
        <Item name={t('fields.replaces')}>
          <Other settlement={replaced} />
        </Item>
      )}
      {replacement && (
        <Item name={t('replacedBy')}>
          <Other settlement={replacement} />
        </Item>
      )}
    </dl>
  );
}

function Other({ settlement: { _id, number: of } }: { readonly settlement: Settlement }) {
  const { t } = useTranslation('settlements');
  const { number } = useFormat();
  return (
    <Anchor component={Link} to={`/pay/settlements/${_id}`} inherit>
      {t('named', { number: number(of) })}
    </Anchor>
  );
}

function Item({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <dd>{children}</dd>
    </div>
  );
}

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
  const name = t('named', { number: number(settlement.number) });
  const owner: Owner = { kind: 'settlements', id: settlement._id, name };
  const isStaff = useMay()('pay.balances');
  const isOwn = useMe()._id === settlement.worker;
  return (
    <>
      <PageHeader title={name} record={settlement._id}>
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
        <PageSection title={pay('settling.correctionsOf')}>
          <Corrections corrections={corrections} />
        </PageSection>
      )}
      <PageSection title={pay('settling.days')}>
        <PayLines lines={lines} empty={statement('nothing')} />
        <BalanceBreakdown opening={opening} totals={totals} />
        <Beside settlement={settlement} />
      </PageSection>
      {isStaff && !isOwn ? (
        <FilesOfOther owner={owner} worker={settlement.worker} />
      ) : (
        <Attachments owner={owner} mayChange={false} />
      )}
      <HistoryPanel record={settlement._id} />
    </>
  );
}

/** Apart, since whose pay one may settle is known from the accounts, which a worker may not see. */
const FilesOfOther = ({ owner, worker }: { readonly owner: Owner; readonly worker: string }) => (
  <Attachments owner={owner} mayChange={useMayPay()(worker)} />
);

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
