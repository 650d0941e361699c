import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { compareAmounts } from '../../lib/amounts.ts';
import { useBusiness } from '../../lib/business.ts';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Money } from '../../ui/values.tsx';
import { dueDatesOf, type Forecast, type ForecastDay, movementsOf } from './forecast.ts';

/** The days on which cheques and bills are paid, each a way to them. */
export function Movements({ forecast }: { readonly forecast: Forecast }) {
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
