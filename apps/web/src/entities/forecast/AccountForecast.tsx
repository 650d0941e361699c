import { Alert, Anchor, Button, Collapse, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import { compareAmounts } from '../../lib/amounts.ts';
import { isWeekend, useBusiness } from '../../lib/business.ts';
import { addDays } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { useFilters } from '../../lib/search.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Balances } from '../../ui/charts/charts.tsx';
import { lengthOf } from '../../ui/charts/values.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { Money } from '../../ui/List.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import {
  DEFAULT_LENGTH,
  dueDatesOf,
  type Forecast,
  type ForecastDay,
  type Length,
  LengthSearch,
  lengths,
  lowestOf,
  movementsOf,
  paidIn,
  receivedIn,
} from './forecast.ts';
import '../../ui/figures.css';

/** The days on which cheques and bills are paid, each a way to them. */
function Movements({ forecast }: { readonly forecast: Forecast }) {
  const { account, from, days } = forecast;
  const { t } = useTranslation('forecast');
  const { t: ofCheques } = useTranslation('cheques');
  const { t: ofBills } = useTranslation('bills');
  const may = useMay();
  const { longDay } = useFormat();
  const { weekend } = useBusiness();
  const isNarrow = useIsNarrow();
  const navigate = useNavigate();
  const chequesOf = ({ date }: ForecastDay) => ({
    to: '/cheques' as string,
    search: { ...dueDatesOf(date, from, weekend), account } as never,
  });
  const billsOf = ({ date }: ForecastDay) => {
    const due = dueDatesOf(date, from, weekend);
    return { to: '/bills' as string, search: { dueFrom: due.from, dueTo: due.to, account } as never };
  };
  const placeOf = (row: ForecastDay) =>
    row.cheques === 0 && may('bills.list') ? billsOf(row) : chequesOf(row);
  const columns: Column<ForecastDay>[] = [
    {
      key: 'date',
      place: 'first',
      header: t('columns.date'),
      cell: (row) => longDay(row.date),
    },
    {
      key: 'count',
      place: 'second',
      header: t('columns.count'),
      cell: (row) => (
        <>
          {row.cheques > 0 && (
            <Anchor component={Link} {...chequesOf(row)} inherit>
              {ofCheques('count', { count: row.cheques })}
            </Anchor>
          )}
          {row.cheques > 0 && row.bills > 0 && ' · '}
          {row.bills > 0 && (
            <Anchor component={Link} {...billsOf(row)} inherit>
              {ofBills('count', { count: row.bills })}
            </Anchor>
          )}
        </>
      ),
    },
    {
      key: 'out',
      align: 'end',
      place: 'second',
      header: t('columns.out'),
      cell: ({ out }) => (
        <>
          {isNarrow && `${t('columns.out')} `}
          <Money value={out} />
        </>
      ),
    },
    {
      key: 'in',
      align: 'end',
      place: 'second',
      header: t('columns.in'),
      cell: (row) =>
        compareAmounts(row.in, '0') !== 0 && (
          <>
            {isNarrow && `${t('columns.in')} `}
            <Money value={row.in} />
          </>
        ),
    },
    {
      key: 'balance',
      align: 'end',
      place: 'end',
      header: t('columns.balance'),
      cell: ({ balance }) => <Money value={balance} />,
    },
  ];
  return (
    <DataTable
      label={t('movements')}
      rows={movementsOf(days)}
      rowKey={({ date }) => date}
      columns={columns}
      empty={t('nothing')}
      onOpen={(row) => void navigate(placeOf(row))}
    />
  );
}

/** In words: what is missing on the first day below zero, or that nothing is. */
function Outlook({ forecast: { shortfall, to } }: { readonly forecast: Forecast }) {
  const { t } = useTranslation('forecast');
  const { day } = useFormat();
  return (
    <Text component="div" aria-live="polite">
      {shortfall ? (
        <NoForecast {...shortfall} />
      ) : (
        <Chip tone="success" icon={IconCheck}>
          {t('enough', { day: day(to) })}
        </Chip>
      )}
    </Text>
  );
}

interface MissingProps {
  readonly date: string;
  readonly amount: string;
}

/** 750.00 missing on Thu, 24 Dec 2026 */
export function NoForecast({ date, amount }: MissingProps) {
  const { t } = useTranslation('forecast');
  const { longDay, money } = useFormat();
  return (
    <span className="missing">
      <IconAlertTriangle size={18} aria-hidden />
      <span>{t('missing', { amount: money(amount), day: longDay(date) })}</span>
    </span>
  );
}

/** Says what the forecast begins with, and how to change it. @param accountID undefined: the page is that of the account */
function NoReading({ accountID }: { readonly accountID: string | undefined }) {
  const { t } = useTranslation('forecast');
  return (
    <Alert color="blue" role="note" icon={<IconInfoCircle aria-hidden />} py="xs">
      <Text size="sm">
        {t('noReading')}
        {accountID !== undefined && (
          <Anchor component={Link} to={`/accounts/${accountID}`} inherit display="block" className="no-print">
            {t('toAccount')}
          </Anchor>
        )}
      </Text>
    </Alert>
  );
}

interface Props {
  readonly accountID: string;
  /** Among other things: the table is folded, and no link leads there. */
  readonly isOnPageOfAccount?: boolean;
}

/** What will be in a bank account on each day to come, as a picture and as a table; how far it looks stands in the address. */
export function AccountForecast({ accountID: account, isOnPageOfAccount = false }: Props) {
  const { t } = useTranslation('forecast');
  const { today } = useFormat();
  const [{ days = DEFAULT_LENGTH }, setFilters] = useFilters(LengthSearch);
  const { data, error, refetch } = useQuery({
    ...api.forecast.get.queryOptions({ account, to: addDays(today(), Number(days)) }),
    placeholderData: (before) => (before?.account === account ? before : undefined),
  });
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        {data ? <Outlook forecast={data} /> : <span />}
        <SegmentedControl
          size="xs"
          className="no-print"
          aria-label={t('length')}
          value={days}
          onChange={(value) => setFilters({ days: value as Length })}
          data={lengths.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
        />
      </Group>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {data ? <Shown forecast={data} isFolded={isOnPageOfAccount} /> : !error && <Loading />}
    </Stack>
  );
}

function Shown({ forecast, isFolded }: { readonly forecast: Forecast; readonly isFolded: boolean }) {
  const { t } = useTranslation('forecast');
  const { day, dayOfYear, longDay, money } = useFormat();
  const { weekend } = useBusiness();
  const { account, from, to, opening, days, shortfall } = forecast;
  const reading = useQuery(api.balanceReadings.list.queryOptions({ account, to: from, limit: 1 })).data;
  const read = reading?.items[0];
  const lowest = lowestOf(days);
  const marked = days.findIndex(({ date }) => date === shortfall?.date);
  return (
    <>
      {reading && !read && <NoReading accountID={isFolded ? undefined : account} />}
      <Figures>
        <FigureCard
          label={t('opening')}
          value={opening}
          note={read && t('readOn', { day: day(read.date) })}
        />
        <FigureCard label={t('paid')} value={paidIn(days)} note={t('until', { day: day(to) })} />
        <FigureCard label={t('received')} value={receivedIn(days)} note={t('until', { day: day(to) })} />
        <FigureCard label={t('lowest')} value={lowest?.balance} note={lowest && day(lowest.date)} />
      </Figures>
      <div>
        <Balances
          label={t('chart', { day: longDay(to) })}
          marked={marked === -1 ? undefined : marked}
          days={days.map(({ date, balance }) => ({
            name: dayOfYear(date),
            fullName: longDay(date),
            text: money(balance),
            height: lengthOf(balance),
            isWeekend: isWeekend(date, weekend),
          }))}
        />
        {weekend.length > 0 && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('weekends')}
          </Text>
        )}
      </div>
      {isFolded ? (
        <Folded>
          <Movements forecast={forecast} />
        </Folded>
      ) : (
        <Movements forecast={forecast} />
      )}
    </>
  );
}

/** The figures behind a button, where they are in the way of other things. */
function Folded({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('forecast');
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        className="no-print"
        leftSection={<IconTable size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t(isOpen ? 'hideFigures' : 'showFigures')}
      </Button>
      <Collapse expanded={isOpen}>{isOpen && children}</Collapse>
    </div>
  );
}
