import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useRemoval } from '../../data/removal.ts';
import { useFormat } from '../../lib/format.ts';
import type { Bill } from './BillForm.tsx';

export function useBillRemoval() {
  const { t } = useTranslation('bills');
  const { day, money } = useFormat();
  return useRemoval<Bill>({
    resource: 'bills',
    question: ({ date, value, description }) => ({
      title: t('deleteTitle'),
      text: t('deleteText', { date: day(date), value: money(value), description: description || '—' }),
    }),
    send: ({ _id }, condition) => client.bills.remove.mutate({ billID: _id }, condition),
  });
}
