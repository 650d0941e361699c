import { Alert, Anchor } from '@mantine/core';
import { IconCoins, IconFileCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useListFiles } from '../../data/list-files.ts';
import { useImportable, useMay } from '../../data/me.ts';
import { useEntryEditor } from '../../entities/pay/EntryForm.tsx';
import { useBalances, useIsWithoutRates } from '../../entities/pay/hooks.tsx';
import type { Balance } from '../../entities/pay/pay.ts';
import { isNegative, toUnits } from '../../lib/amounts.ts';
import { monthOf, monthRange } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { useFilters } from '../../lib/search.ts';
import { matcher } from '../../lib/text.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { FilterBar, SearchInput, SortMenu } from '../../ui/FilterBar.tsx';
import { NewButton, PageHeader, WayButton } from '../../ui/PageHeader.tsx';
import { MonthStepper } from '../../ui/Stepper.tsx';
import { EmptyState, List } from '../../ui/states.tsx';
import { PaySearch } from '../search.ts';
import { OwnPay } from './OwnPay.tsx';
import { totalsOf } from './totals.ts';
import { useBalanceColumns, useWorkerActions } from './useBalanceColumns.tsx';
import './pay.css';

/** What to do first, as long as there are no rates. */
export function FirstRates({ balances }: { readonly balances: readonly Balance[] | undefined }) {
  const { t } = useTranslation('pay');
  const may = useMay();
  const mayRead = may('rates.list');
  const mayWrite = may('rates.create');
  if (!useIsWithoutRates(balances)) return null;
  return (
    <Alert color="ink" mb="md" icon={<IconInfoCircle size={18} aria-hidden />} title={t('firstRates.title')}>
      {t(mayRead ? 'firstRates.text' : 'firstRates.ask')}{' '}
      {mayWrite && (
        <Anchor component={Link} to={'/pay/rates' as string} inherit underline="always">
          {t('allRates.title')}
        </Anchor>
      )}
    </Alert>
  );
}

interface Props {
  /** Undefined until they are known. */
  readonly totals: Pick<Balance, 'earned' | 'paid' | 'balance'> | undefined;
  /** Under what is owed. */
  readonly note?: string | undefined;
  /** Of what was earned and paid. */
  readonly period?: string;
}

/** Earned, paid, owed. */
export function PayFigures({ totals, note, period }: Props) {
  const { t } = useTranslation('pay');
  return (
    <div className="pay-figures">
      <Figures>
        <FigureCard label={t('earned')} value={totals?.earned} note={period} />
        <FigureCard label={t('paid')} value={totals?.paid} note={period} />
        <FigureCard label={t('owed')} value={totals?.balance} note={note} />
      </Figures>
    </div>
  );
}

/** What every worker has earned, got and is owed; with an advance at hand. */
export function WorkersPay() {
  const { t } = useTranslation('pay');
  const { t: common } = useTranslation();
  const { t: rates } = useTranslation('rates');
  const mayRates = useMay()('rates.create');
  const format = useFormat();
  const present = monthOf(format.today());
  const [{ month = present, search, sort = 'worker' }, setFilters] = useFilters(PaySearch);
  const isPresent = month === present;
  const { from, to } = monthRange(month);
  const navigate = useNavigate();
  const period = isPresent ? { from } : { from, at: to };
  const query = useBalances(true, period);
  const files = useListFiles({ path: '/balances', filters: period });
  // Whoever has earned nothing in a month may have a rate.
  const isNothing = query.data?.every(({ earned }) => toUnits(earned) === 0n) === true;
  const whole = useBalances(isNothing);
  const editor = useEntryEditor();
  const all = query.data ?? [];
  const isWanted = matcher(search ?? '');
  const rows = all.filter(({ workerName }) => isWanted(workerName));
  const totals = query.data && totalsOf(rows);
  const note = useNote(rows, totals);
  const columns = useBalanceColumns(totals);
  const actions = useWorkerActions(editor.create, isPresent);
  const onSort = (value: string | undefined) => setFilters({ sort: value });
  const create = editor.create;
  return (
    <>
      <PageHeader
        title={t('title')}
        views={
          <div className="page-stepper">
            <MonthStepper
              value={month}
              onChange={(value) => setFilters({ month: value === present ? undefined : value })}
            />
          </div>
        }
      >
        {mayRates && <WayButton to="/pay/rates" icon={IconCoins} text={rates('title')} />}
        <WayButton to="/pay/settle" icon={IconFileCheck} text={t('settle')} />
        <ExportMenu
          name={`pay-${month}`}
          files={files}
          rows={async () => rows}
          imports={useImportable('payEntries')}
        />
        {create && <NewButton onClick={() => create()}>{t('newAdvance')}</NewButton>}
      </PageHeader>
      <FirstRates balances={isNothing ? whole.data : undefined} />
      <FilterBar
        figures={<PayFigures totals={totals} note={note} period={format.month(month)} />}
        search={<SearchInput value={search} onChange={(value) => setFilters({ search: value })} />}
        count={search === undefined ? 0 : 1}
        onClear={() => setFilters({ search: undefined })}
        order={<SortMenu columns={columns} sort={sort} onSort={onSort} />}
      />
      <List query={query} count={rows.length} hasMore={false}>
        <div className="pay-list">
          <DataTable<Balance>
            label={t('title')}
            columns={columns}
            rows={rows}
            rowKey={({ worker }) => worker}
            sort={sort}
            onSort={onSort}
            isSortedElsewhere
            actions={actions}
            onOpen={({ worker }) => void navigate({ to: `/pay/${worker}` })}
            empty={
              search === undefined ? (
                <EmptyState action={{ text: t('toUsers'), run: () => void navigate({ to: '/users' }) }}>
                  {t('noWorkers')}
                </EmptyState>
              ) : (
                <EmptyState
                  action={{ text: common('clearFilters'), run: () => setFilters({ search: undefined }) }}
                >
                  {common('nothingFound')}
                </EmptyState>
              )
            }
          />
        </div>
      </List>
      {editor.form}
    </>
  );
}

/** How many workers they are; where some owe, what goes which way. */
function useNote(rows: readonly Balance[], totals: ReturnType<typeof totalsOf> | undefined) {
  const { t } = useTranslation('pay');
  const { money } = useFormat();
  if (!totals) return undefined;
  const { toWorkers, fromWorkers } = totals;
  if (!rows.some(({ balance }) => isNegative(balance))) return t('workers', { count: rows.length });
  return t('bothWays', { to: money(toWorkers), from: money(fromWorkers) });
}

/** What every worker is owed, for those who pay; for a worker the own pay. */
export function PayPage() {
  return useMay()('pay.balances') ? <WorkersPay /> : <OwnPay />;
}
