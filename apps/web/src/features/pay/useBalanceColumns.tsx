import { Anchor, Text } from '@mantine/core';
import { IconCash, IconCashBanknote, IconFileCheck } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { EntryStart } from '../../entities/pay/EntryForm.tsx';
import { useMayPay } from '../../entities/pay/hooks.tsx';
import { type Balance, payableOf } from '../../entities/pay/pay.ts';
import { AmountOwed } from '../../entities/pay/StatementFigures.tsx';
import { compareAmounts, toUnits } from '../../lib/amounts.ts';
import { useBusiness } from '../../lib/business.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { RowActions } from '../../ui/rows.tsx';
import { Day, Money, Name } from '../../ui/values.tsx';

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
          <AmountOwed balance={balance} />
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

/** At the end of a worker's row: an advance, what is owed paid out, a settlement; as far as the caller may. @param isToday whether the balance is that of today */
export function useWorkerActions(create: ((start: EntryStart) => void) | undefined, isToday: boolean) {
  const { t } = useTranslation('pay');
  const { currency } = useBusiness();
  const mayPay = useMayPay();
  const navigate = useNavigate();
  return ({ worker, workerName, balance }: Balance) => {
    if (!create || !mayPay(worker)) return null;
    const start = { worker: { _id: worker, name: workerName } };
    return (
      <RowActions
        name={workerName}
        actions={[
          {
            text: t('giveAdvance'),
            icon: IconCash,
            isNext: true,
            run: () => create(start),
          },
          isToday &&
            compareAmounts(balance, '0') > 0 && {
              text: t('payOut'),
              icon: IconCashBanknote,
              run: () => create({ ...start, kind: 'payout', amount: payableOf(balance, currency?.digits) }),
            },
          {
            text: t('settle'),
            icon: IconFileCheck,
            run: () => void navigate({ to: '/pay/settle' as string, search: { worker } as never }),
          },
        ]}
      />
    );
  };
}
