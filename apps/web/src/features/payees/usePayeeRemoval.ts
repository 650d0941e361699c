import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useRemoval } from '../../data/removal.ts';
import type { Payee } from '../../entities/payees/PayeeForm.tsx';

export function usePayeeRemoval(onRemoved?: () => void) {
  const { t } = useTranslation('payees');
  return useRemoval<Payee>({
    resource: 'payees',
    question: ({ name }) => ({ title: t('deleteTitle', { name }), text: t('deleteText') }),
    send: ({ _id }, condition) => client.payees.remove.mutate({ payeeID: _id }, condition),
    onRemoved,
  });
}
