import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useMe } from '../../data/me.ts';
import { useFormat } from '../../lib/format.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import type { Settlement } from './settlements.ts';

/** Asks, and acknowledges a settlement: the worker for themself, others when they have seen the signature. */
export function useAcknowledge() {
  const { t } = useTranslation('settlements');
  const { day, money, number: text } = useFormat();
  const { _id: me } = useMe();
  const confirm = useConfirm();
  const change = useChange('settlements');
  return (settlement: Settlement) => {
    const { _id: settlementID, number, worker, workerName, to, balance } = settlement;
    const isOwn = worker === me;
    const values = { name: workerName, day: day(to), balance: money(balance) };
    confirm({
      title: t('acknowledging.title', { number: text(number) }),
      text: isOwn ? t('acknowledging.own', values) : t('acknowledging.seen', values),
      confirm: isOwn ? t('acknowledge') : t('signatureSeen'),
      isHarmless: true,
      onConfirm: () =>
        void change({
          done: t('done', { number: text(number) }),
          run: () => client.settlements.acknowledge.mutate({ settlementID }),
        }),
    });
  };
}
