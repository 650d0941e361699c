import { isApiError } from '@daybook/client';
import { isFixed } from '@daybook/domain';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useWithPending } from '../../data/change.tsx';
import { ClosedNotice, useClosed } from '../../data/closed.tsx';
import { HistoryPanel } from '../../data/history/history.tsx';
import { useMay } from '../../data/me.ts';
import { recordQuery } from '../../data/record-client.ts';
import { Attachments } from '../../entities/attachments/Attachments.tsx';
import { BillsOf } from '../../entities/bills/BillsOf.tsx';
import { FixedNotice } from '../../entities/cheques/ChequeForm.tsx';
import { ChequeStatus } from '../../entities/cheques/ChequeStatus.tsx';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { useChequeEditor } from '../../entities/cheques/useChequeEditor.tsx';
import { useFormat } from '../../lib/format.ts';
import { PageActions, PageHeader } from '../../ui/PageHeader.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Day, Money, Name } from '../../ui/values.tsx';
import { ChequeTimeline } from './ChequeTimeline.tsx';
import '../../ui/page.css';

/** The cheque that this one replaces, and those that replace it. */
export function ChequeChain({ cheque: { replaces, replacedBy } }: { readonly cheque: Cheque }) {
  const { t } = useTranslation('cheques');
  return (
    <>
      {replaces && <Others title={t('fields.replaces')} ids={[replaces]} />}
      {replacedBy.length > 0 && <Others title={t('fields.replacedBy')} ids={replacedBy} />}
    </>
  );
}

interface Props {
  readonly title: string;
  readonly ids: readonly string[];
}

function Others({ title, ids }: Props) {
  const { t } = useTranslation('cheques');
  const cheques = useQueries({ queries: ids.map((id) => recordQuery('cheques', id)) });
  return (
    <section className="chain">
      <Title order={2} size="h5">
        {title}
      </Title>
      <ul>
        {cheques.map(({ data, isError }, index) => (
          <li key={ids[index]}>
            {data ? (
              <>
                <Anchor component={Link} to={`/cheques/${data._id}`}>
                  {t('named', { serial: data.serial })}
                </Anchor>
                <Money value={data.value} />
                <Day value={data.dueDate} />
                <ChequeStatus cheque={data} />
              </>
            ) : (
              <Text c="dimmed">{isError ? t('notFound') : '…'}</Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a cheque says, and how it stands. */
export function ChequeDetails({ cheque }: { readonly cheque: Cheque }) {
  const { t } = useTranslation('cheques');
  const { number } = useFormat();
  const { payee, payeeName, value, dueDate, account, accountName, description, attempts } = cheque;
  return (
    <dl className="details">
      <Item name={t('status')}>
        <ChequeStatus cheque={cheque} />
      </Item>
      <Item name={t('fields.payee')}>
        <Anchor component={Link} to={`/payees/${payee}`} inherit>
          <Name>{payeeName}</Name>
        </Anchor>
      </Item>
      <Item name={t('fields.value')}>
        <Money value={value} />
      </Item>
      <Item name={t('fields.dueDate')}>
        <Day value={dueDate} />
      </Item>
      {account && (
        <Item name={t('fields.account')}>
          <Anchor component={Link} to={`/accounts/${account}`} inherit>
            <Name>{accountName}</Name>
          </Anchor>
        </Item>
      )}
      {description && (
        <Item name={t('fields.description')}>
          <Name>{description}</Name>
        </Item>
      )}
      {attempts > 0 && (
        <Item name={t('fields.attempts')}>
          <span className="number">{number(attempts)}</span>
        </Item>
      )}
    </dl>
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
  const may = useMay();
  const navigate = useNavigate();
  const { actionsOf, form } = useChequeEditor({ onRemoved: () => void navigate({ to: '/cheques' }) });
  const closedThrough = useClosed()('cheques', cheque);
  return (
    <>
      <PageHeader title={t('named', { serial: cheque.serial })} record={cheque._id}>
        <PageActions name={cheque.serial} actions={actionsOf(cheque)} />
      </PageHeader>
      <ChequeDetails cheque={cheque} />
      {closedThrough && <ClosedNotice kind="cheques" through={closedThrough} />}
      {!closedThrough && isFixed(cheque) && cheque.status !== 'cancelled' && (
        <FixedNotice status={cheque.status} />
      )}
      <ChequeChain cheque={cheque} />
      {may('bills.list') && <BillsOf filters={{ cheque: cheque._id }} />}
      <ChequeTimeline cheque={cheque} />
      <Attachments
        owner={{ kind: 'cheques', id: cheque._id, name: t('named', { serial: cheque.serial }) }}
        mayChange={may('attachments.addToCheque')}
      />
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
