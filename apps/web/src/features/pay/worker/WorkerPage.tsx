import '../pay.css';
import { isApiError } from '@daybook/client';
import { Anchor, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconCash, IconFileCheck, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useMay } from '../../../data/me.ts';
import { useEntryEditor } from '../../../entities/pay/EntryForm.tsx';
import { useMayPay } from '../../../entities/pay/hooks.tsx';
import { Breakdown, PayLines } from '../../../entities/pay/PayLines.tsx';
import { balancesByDay, printStatementOf, type Statement, type Worker } from '../../../entities/pay/pay.ts';
import { SettlementList } from '../../../entities/pay/SettlementList.tsx';
import { StatementFigures } from '../../../entities/pay/StatementFigures.tsx';
import { useFormat, useToday } from '../../../lib/format.ts';
import { type Period, periodOf } from '../../../lib/periods.ts';
import { useFilters } from '../../../lib/search.ts';
import { Balances } from '../../../ui/charts/charts.tsx';
import { lengthOf } from '../../../ui/charts/values.ts';
import { PageActions, PageHeader } from '../../../ui/PageHeader.tsx';
import { PeriodBar, type PeriodChange } from '../../../ui/PeriodBar.tsx';
import { ErrorState, Loading } from '../../../ui/states.tsx';
import { StatementSearch } from '../../search.ts';
import { Entries } from './Entries.tsx';
import { MissingRates, Rates, useRateEditor } from './Rates.tsx';

/** The balance from day to day, drawn; below zero the worker owes. The lines below say the same. */
export function BalanceLine({ statement }: { readonly statement: Statement }) {
  const { t } = useTranslation('statement');
  const { dayOfYear, day, longDay, money } = useFormat();
  if (statement.lines.length === 0) return null;
  const { from, to, opening, totals } = statement;
  return (
    <div className="pay-chart">
      <Balances
        label={t('chart', {
          from: day(from),
          to: day(to),
          opening: money(opening),
          balance: money(totals.balance),
        })}
        height={180}
        marked={undefined}
        days={balancesByDay(statement).map(({ date, balance }) => ({
          name: dayOfYear(date),
          fullName: longDay(date),
          text: money(balance),
          height: lengthOf(balance),
          isWeekend: false,
        }))}
      />
    </div>
  );
}

interface WorkerActionsProps {
  readonly worker: Worker;
  readonly period: Period;
  readonly create: ReturnType<typeof useEntryEditor>['create'];
  /** Whether the caller may pay this worker. */
  readonly mayPay: boolean;
}

/** What is done with a worker's pay: an advance, a settlement, a printout. */
export function WorkerActions({ worker, period, create, mayPay }: WorkerActionsProps) {
  const { t } = useTranslation('statement');
  const { t: pay } = useTranslation('pay');
  const navigate = useNavigate();
  return (
    <PageActions
      name={worker.name}
      actions={[
        mayPay && {
          text: t('actions.settle'),
          icon: IconFileCheck,
          run: () => void navigate({ to: '/pay/settle', search: { worker: worker._id } as never }),
          isNext: true,
        },
        mayPay &&
          create !== undefined && {
            text: pay('giveAdvance'),
            icon: IconCash,
            run: () => create({ worker }),
            isButton: true,
          },
        {
          text: t('actions.print'),
          icon: IconPrinter,
          run: () => void navigate({ to: printStatementOf(worker._id, period) }),
          isButton: true,
        },
      ]}
    />
  );
}

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
