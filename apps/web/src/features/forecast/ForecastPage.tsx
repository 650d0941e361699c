import { Anchor, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { AccountForecast, LengthChoice } from '../../entities/forecast/AccountForecast.tsx';
import { ForecastPicture, useBalanceDays } from '../../entities/forecast/ForecastPicture.tsx';
import {
  DEFAULT_LENGTH,
  type Forecast,
  LengthSearch,
  lowestOf,
  paidIn,
  receivedIn,
} from '../../entities/forecast/forecast.ts';
import { Outlook, Shortfall } from '../../entities/forecast/Outlook.tsx';
import { OwedToWorkers } from '../../entities/forecast/OwedToWorkers.tsx';
import { together } from '../../entities/forecast/what-if.ts';
import { addDays } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { useFilters } from '../../lib/search.ts';
import { Lines } from '../../ui/charts/charts.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Money, Name } from '../../ui/values.tsx';
import { ForecastSearch } from '../search.ts';

/** Whether there is enough money in a bank account for the cheques that fall due. */
export function ForecastPage() {
  const { t } = useTranslation('forecast');
  const [{ account }, setFilters] = useFilters(ForecastSearch);
  const { data, error, refetch } = useQuery(api.bankAccounts.list.queryOptions({ limit: 1000 }));
  const accounts = data?.items.filter(({ _id, isArchived }) => !isArchived || _id === account);
  const shown = account ?? accounts?.[0]?._id;
  const isOfAll = shown === 'each' || shown === 'sum';
  const several = accounts && accounts.length > 1;
  return (
    <>
      <PageHeader title={t('title')}>
        {accounts && accounts.length > 0 && (
          <NativeSelect
            aria-label={t('account')}
            value={shown}
            onChange={({ currentTarget }) => setFilters({ account: currentTarget.value })}
            data={[
              ...accounts.map(({ _id, name }) => ({ value: _id, label: name })),
              ...(several || isOfAll
                ? [
                    { value: 'each', label: t('eachAccount') },
                    { value: 'sum', label: t('together') },
                  ]
                : []),
            ]}
          />
        )}
      </PageHeader>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Loading />}
      {accounts?.length === 0 && <NoAccounts />}
      {shown && !isOfAll && <AccountForecast accountID={shown} />}
      {isOfAll && accounts && accounts.length > 0 && (
        <AllAccounts accounts={accounts} isSum={shown === 'sum'} />
      )}
    </>
  );
}

function NoAccounts() {
  const { t } = useTranslation('forecast');
  return (
    <Text component="div" c="dimmed" p="xl" ta="center" className="panel">
      {t('noAccounts')}
      <Anchor component={Link} to={'/accounts' as string} inherit display="block" className="no-print">
        {t('toAccounts')}
      </Anchor>
    </Text>
  );
}

interface Account {
  readonly _id: string;
  readonly name: string;
}

interface AllAccountsProps {
  readonly accounts: readonly Account[];
  /** Their sum, or a line for each. */
  readonly isSum: boolean;
}

/** What will be in all bank accounts on each day to come. */
function AllAccounts({ accounts, isSum }: AllAccountsProps) {
  const { today } = useFormat();
  const [{ days = DEFAULT_LENGTH }] = useFilters(LengthSearch);
  const to = addDays(today(), Number(days));
  const queries = useQueries({
    queries: accounts.map(({ _id: account }) => api.forecast.get.queryOptions({ account, to })),
  });
  const failed = queries.find(({ isError }) => isError);
  const forecasts = queries.flatMap(({ data }) => data ?? []);
  const [first, ...others] = forecasts;
  const isKnown = first !== undefined && forecasts.length === accounts.length;
  const all = isKnown ? together([first, ...others]) : undefined;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        {all ? <Outlook forecast={all} /> : <span />}
        <LengthChoice />
      </Group>
      {failed && <ErrorState error={failed.error} reset={() => void failed.refetch()} />}
      {!all && !failed && <Loading />}
      {all && <Shown all={all} forecasts={forecasts} accounts={accounts} isSum={isSum} />}
    </Stack>
  );
}

interface ShownProps extends AllAccountsProps {
  readonly all: ReturnType<typeof together>;
  readonly forecasts: readonly Forecast[];
}

function Shown({ all, forecasts, accounts, isSum }: ShownProps) {
  const { t } = useTranslation('forecast');
  const { day, longDay } = useFormat();
  const daysOf = useBalanceDays();
  const lowest = lowestOf(all.days);
  const until = t('until', { day: day(all.to) });
  return (
    <>
      <Figures>
        <FigureCard label={t('opening')} value={all.opening} />
        <FigureCard label={t('paid')} value={paidIn(all.days)} note={until} />
        <FigureCard label={t('received')} value={receivedIn(all.days)} note={until} />
        <FigureCard label={t('lowest')} value={lowest?.balance} note={lowest && day(lowest.date)} />
        <OwedToWorkers />
      </Figures>
      {isSum ? (
        <ForecastPicture forecast={all} />
      ) : (
        <Lines
          label={`${t('chart', { day: longDay(all.to) })}: ${t('eachAccount')}`}
          lines={forecasts.map((forecast, n) => ({ label: accounts[n]?.name ?? '', days: daysOf(forecast) }))}
        />
      )}
      <AccountsTable accounts={accounts} forecasts={forecasts} />
    </>
  );
}

/** Each account with its lowest balance, and what is missing. */
function AccountsTable({ accounts, forecasts }: Pick<ShownProps, 'accounts' | 'forecasts'>) {
  const { t } = useTranslation('forecast');
  const { longDay } = useFormat();
  const rows = forecasts.map((forecast, n) => ({
    ...forecast,
    name: accounts[n]?.name ?? '',
    lowest: lowestOf(forecast.days),
  }));
  return (
    <DataTable
      label={t('eachAccount')}
      rows={rows}
      rowKey={({ account }) => account}
      columns={[
        {
          key: 'account',
          header: t('account'),
          place: 'first',
          cell: ({ account, name }) => (
            <Anchor component={Link} to="/forecast" search={{ account } as never} inherit>
              <Name>{name}</Name>
            </Anchor>
          ),
        },
        {
          key: 'missing',
          header: t('outlook'),
          cell: ({ shortfall }) => shortfall && <Shortfall {...shortfall} />,
        },
        {
          key: 'day',
          header: t('lowestDay'),
          cell: ({ lowest }) => lowest && longDay(lowest.date),
        },
        {
          key: 'lowest',
          header: t('lowest'),
          align: 'end',
          place: 'end',
          cell: ({ lowest }) => lowest && <Money value={lowest.balance} />,
        },
      ]}
    />
  );
}
