import { isApiError } from '@daybook/client';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconCash, IconFileCheck, IconPlus, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useWithPending } from '../../../data/change.tsx';
import { useMay } from '../../../data/me.ts';
import { useEntryEditor } from '../../../entities/pay/EntryForm.tsx';
import { useMayPay } from '../../../entities/pay/hooks.tsx';
import { BalanceBreakdown, PayLines } from '../../../entities/pay/PayLines.tsx';
import {
  balancesByDay,
  type PayEntry,
  printStatementOf,
  type Statement,
  type Worker,
} from '../../../entities/pay/pay.ts';
import { SettlementList } from '../../../entities/pay/SettlementList.tsx';
import { StatementFigures } from '../../../entities/pay/StatementFigures.tsx';
import { type Period, periodOf } from '../../../lib/dates.ts';
import { useFormat, useToday } from '../../../lib/format.ts';
import { nextPage, useRows } from '../../../lib/paging.ts';
import { useFilters } from '../../../lib/search.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { Balances } from '../../../ui/charts/charts.tsx';
import { lengthOf } from '../../../ui/charts/values.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { PageActions, PageHeader, PageSection } from '../../../ui/PageHeader.tsx';
import { PeriodBar, type PeriodChange } from '../../../ui/PeriodBar.tsx';
import { ErrorState, List, Loading } from '../../../ui/states.tsx';
import { Code, Day, Money, Name } from '../../../ui/values.tsx';
import { PeriodSearch } from '../../search.ts';
import { MissingRates, Rates, useRateEditor } from './Rates.tsx';
import '../pay.css';

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
  const [asked, setFilters] = useFilters(PeriodSearch);
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
      <BalanceBreakdown opening={opening} totals={totals} />
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

interface EntriesProps {
  readonly worker: Worker;
  readonly period: Period;
  readonly editor: ReturnType<typeof useEntryEditor>;
  /** Whether the caller may pay this worker. */
  readonly mayPay: boolean;
}

/** Advances, payouts and the like of a period; what belongs to a settlement is its own to change. */
function Entries({ worker, period, editor: { create, open, actions }, mayPay }: EntriesProps) {
  const { t } = useTranslation('statement');
  const { t: texts } = useTranslation('payEntries');
  const filters = { worker: worker._id, ...period };
  const query = useInfiniteQuery(api.payEntries.list.infiniteQueryOptions(filters, nextPage));
  const { rows: loaded, hasMore } = useRows(query, true);
  const rows = useWithPending<PayEntry>(loaded, 'payEntries');
  const columns = useEntryColumns();
  return (
    <PageSection
      title={t('entries.title')}
      aside={
        create &&
        mayPay && (
          <Button
            size="compact-md"
            variant="light"
            className="no-print"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => create({ worker })}
          >
            {texts('new')}
          </Button>
        )
      }
    >
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DataTable
          label={t('entries.title')}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          actions={actions}
          onOpen={mayPay ? open : undefined}
          empty={t('entries.none')}
        />
      </List>
    </PageSection>
  );
}

function useEntryColumns(): Column<PayEntry>[] {
  const { t } = useTranslation('statement');
  const { t: texts } = useTranslation('payEntries');
  return [
    { key: 'date', header: texts('fields.date'), cell: ({ date }) => <Day value={date} /> },
    { key: 'kind', header: texts('fields.kind'), place: 'first', cell: ({ kind }) => texts(`kinds.${kind}`) },
    {
      key: 'amount',
      header: texts('fields.amount'),
      align: 'end',
      place: 'end',
      cell: ({ amount }) => <Money value={amount} />,
    },
    {
      key: 'cheque',
      header: texts('fields.cheque'),
      cell: ({ cheque, chequeName }) =>
        cheque && (
          <Anchor component={Link} to={`/cheques/${cheque}`} inherit>
            <Code>{chequeName}</Code>
          </Anchor>
        ),
    },
    {
      key: 'extraNotes',
      header: texts('fields.extraNotes'),
      cell: ({ extraNotes }) => <Name>{extraNotes}</Name>,
    },
    {
      key: 'settlement',
      header: t('entries.settlement'),
      place: 'state',
      cell: ({ settlement }) =>
        settlement && (
          <Anchor component={Link} to={`/pay/settlements/${settlement}`} inherit>
            <Chip tone="info" icon={IconFileCheck}>
              {t('entries.ofSettlement')}
            </Chip>
          </Anchor>
        ),
    },
  ];
}
