import { Anchor, Group, Stack } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { addDays } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { useFilters } from '../../lib/search.ts';
import { Lines } from '../../ui/charts/charts.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { Money, Name } from '../../ui/List.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { LengthChoice, NoForecast, Outlook } from './AccountForecast.tsx';
import { ForecastPicture, useBalanceDays } from './ForecastPicture.tsx';
import { DEFAULT_LENGTH, type Forecast, LengthSearch, lowestOf, paidIn, receivedIn } from './forecast.ts';
import { OwedToWorkers } from './OwedToWorkers.tsx';
import { together } from './what-if.ts';

interface Account {
  readonly _id: string;
  readonly name: string;
}

interface Props {
  readonly accounts: readonly Account[];
  /** Their sum, or a line for each. */
  readonly isSum: boolean;
}

/** What will be in all bank accounts on each day to come. */
export function AllAccounts({ accounts, isSum }: Props) {
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

interface ShownProps extends Props {
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
          cell: ({ shortfall }) => shortfall && <NoForecast {...shortfall} />,
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
