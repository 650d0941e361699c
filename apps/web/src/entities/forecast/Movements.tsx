import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useBusiness } from '../../lib/business.ts';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Money } from '../../ui/Values.tsx';
import { dueDatesOf, type Forecast, type ForecastDay, movementsOf } from './forecast.ts';

/** The days on which cheques are paid, each a way to them in the register. */
export function Movements({ forecast }: { readonly forecast: Forecast }) {
  const { account, from, days } = forecast;
  const { t } = useTranslation('forecast');
  const { longDay } = useFormat();
  const { weekend } = useBusiness();
  const isNarrow = useIsNarrow();
  const navigate = useNavigate();
  const chequesOf = ({ date }: ForecastDay) => ({
    to: '/cheques' as string,
    search: { ...dueDatesOf(date, from, weekend), account } as never,
  });
  const columns: Column<ForecastDay>[] = [
    {
      key: 'date',
      place: 'first',
      header: t('columns.date'),
      cell: (row) => (
        <Anchor component={Link} {...chequesOf(row)} inherit>
          {longDay(row.date)}
        </Anchor>
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
      onOpen={(row) => void navigate(chequesOf(row))}
    />
  );
}
