import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Owed } from '../../entities/pay/Owed.tsx';
import type { Balance } from '../../entities/pay/pay.ts';
import { toUnits } from '../../lib/money.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { Day, Money, Name } from '../../ui/Values.tsx';

type Totals = Pick<Balance, 'earned' | 'paid' | 'balance'>;

/** @param totals of the rows shown; undefined until they are known */
export function useBalanceColumns(totals: Totals | undefined): Column<Balance>[] {
  const { t } = useTranslation('pay');
  const { t: common } = useTranslation();
  const { t: entries } = useTranslation('payEntries');
  const amount = (key: 'earned' | 'paid'): Column<Balance> => ({
    key,
    header: t(key),
    align: 'end',
    cell: (row) => <Money value={row[key]} />,
    sortBy: (row) => toUnits(row[key]),
    footer: totals && <Money value={totals[key]} />,
  });
  return [
    {
      key: 'worker',
      place: 'first',
      header: entries('fields.worker'),
      cell: ({ worker, workerName }) => (
        <Anchor component={Link} to={`/pay/${worker}` as string} inherit>
          <Name>{workerName}</Name>
        </Anchor>
      ),
      sortBy: ({ workerName }) => workerName,
      footer: totals && common('total'),
    },
    amount('earned'),
    amount('paid'),
    {
      key: 'owed',
      place: 'end',
      header: t('owed'),
      align: 'end',
      cell: ({ balance }) => (
        <strong>
          <Owed balance={balance} />
        </strong>
      ),
      sortBy: ({ balance }) => toUnits(balance),
      footer: totals && <Money value={totals.balance} />,
    },
    {
      key: 'settledTo',
      place: 'hidden',
      header: t('settledTo'),
      cell: ({ settledTo }) =>
        settledTo ? (
          <Day value={settledTo} />
        ) : (
          <Text span inherit c="dimmed">
            {t('never')}
          </Text>
        ),
      sortBy: ({ settledTo }) => settledTo,
    },
  ];
}
