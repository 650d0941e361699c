import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange, useConfirm } from '../../lib/change.tsx';
import { useFormat } from '../../lib/format.ts';
import type { Bill } from './BillForm.tsx';

/** Asks, then deletes. */
export function useBillRemoval() {
  const { t } = useTranslation('bills');
  const { t: common } = useTranslation();
  const { day, money } = useFormat();
  const change = useChange();
  const confirm = useConfirm();
  return ({ _id, date, value, description }: Bill) =>
    confirm({
      title: t('deleteTitle'),
      text: t('deleteText', {
        date: day(date),
        value: money(value),
        description: description || '—',
      }),
      confirm: common('delete'),
      onConfirm: () =>
        void change({ done: common('deleted'), run: () => client.bills.remove.mutate({ billID: _id }) }),
    });
}
