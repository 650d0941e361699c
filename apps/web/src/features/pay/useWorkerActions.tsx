import { IconCash, IconCashBanknote, IconFileCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { EntryStart } from '../../entities/pay/EntryForm.tsx';
import type { Balance } from '../../entities/pay/pay.ts';
import { payableOf } from '../../entities/pay/payable.ts';
import { useMayPay } from '../../entities/pay/useMayPay.ts';
import { useBusiness } from '../../lib/business.ts';
import { compare } from '../../lib/money.ts';
import { RowActions } from '../../ui/RowActions.tsx';

/** At the end of a worker's row: an advance, what is owed paid out, a settlement; as far as the caller may. */
export function useWorkerActions(create: ((start: EntryStart) => void) | undefined) {
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
          compare(balance, '0') > 0 && {
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
