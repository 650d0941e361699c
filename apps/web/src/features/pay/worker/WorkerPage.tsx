import { isApiError } from '@daybook/client';
import { Anchor, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useMay } from '../../../data/me.ts';
import { Breakdown } from '../../../entities/pay/Breakdown.tsx';
import { PayLines } from '../../../entities/pay/PayLines.tsx';
import { SettlementList } from '../../../entities/pay/SettlementList.tsx';
import { StatementFigures } from '../../../entities/pay/StatementFigures.tsx';
import { type Period, periodOf, type Statement } from '../../../entities/pay/statement.ts';
import { useEntryEditor } from '../../../entities/pay/useEntryEditor.tsx';
import { useMayPay } from '../../../entities/pay/useMayPay.ts';
import { useFilters } from '../../../lib/search.ts';
import { useToday } from '../../../lib/today.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { BalanceLine } from './BalanceLine.tsx';
import { Entries } from './Entries.tsx';
import { MissingRates } from './MissingRates.tsx';
import { PeriodBar, type PeriodChange } from './PeriodBar.tsx';
import { Rates } from './Rates.tsx';
import { StatementSearch } from './search.ts';
import { useRateEditor } from './useRateEditor.tsx';
import { WorkerActions } from './WorkerActions.tsx';

/** The pay of one worker: the statement of a period, and what it is reckoned from. */
export function WorkerPage() {
  const { t: pay } = useTranslation('pay');
  const { workerID } = useParams({ from: '/staff/pay/$workerID' });
  const today = useToday();
  const [asked, setFilters] = useFilters(StatementSearch);
  const period = periodOf(asked, today);
  const { data, error, refetch } = useQuery({
    ...api.pay.statement.queryOptions({ userID: workerID, ...period }),
    enabled: period.from <= period.to,
    placeholderData: keepPreviousData,
  });
  if (isApiError(error) && error.data.code === 'NOT_FOUND') return <WorkerNotFound />;
  const statement = data?.worker === workerID ? data : undefined;
  return (
    <>
      <Anchor component={Link} to="/pay" activeOptions={{ exact: true }} size="sm" className="no-print back">
        <IconArrowLeft size={16} className="mirrored" aria-hidden /> {pay('title')}
      </Anchor>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {statement ? (
        <Whole statement={statement} period={period} onPeriod={setFilters} />
      ) : (
        !error && <Loading />
      )}
    </>
  );
}

interface WholeProps {
  readonly statement: Statement;
  /** As asked for: what is shown may still be that before. */
  readonly period: Period;
  readonly onPeriod: PeriodChange;
}

function Whole({ statement, period, onPeriod }: WholeProps) {
  const { t } = useTranslation('statement');
  const { t: settlements } = useTranslation('settlements');
  const { worker: _id, workerName: name, opening, lines, totals, missingRates } = statement;
  const worker = { _id, name };
  const rates = useRateEditor(worker);
  const editor = useEntryEditor();
  const mayPay = useMayPay()(_id);
  const mayRates = useMay()('rates.list');
  return (
    <>
      <PageHeader title={name}>
        <WorkerActions worker={worker} period={period} create={editor.create} mayPay={mayPay} />
      </PageHeader>
      <PeriodBar period={period} onChange={onPeriod} />
      {missingRates.length > 0 && <MissingRates days={missingRates} onSet={rates.create} />}
      <StatementFigures {...statement} />
      <BalanceLine statement={statement} />
      <PayLines label={t('lines')} lines={lines} totals={totals} empty={t('nothing')} />
      <Breakdown opening={opening} totals={totals} />
      <Entries worker={worker} period={period} editor={editor} mayPay={mayPay} />
      {mayRates && <Rates worker={worker} editor={rates} />}
      <SettlementList title={settlements('title')} worker={_id} isAcknowledger={mayPay} />
      {rates.form}
      {editor.form}
    </>
  );
}

function WorkerNotFound() {
  const { t } = useTranslation('statement');
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
