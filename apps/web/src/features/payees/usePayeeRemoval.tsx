import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange, useConfirm } from '../../lib/change.tsx';
import type { Payee } from './PayeeForm.tsx';

/** Asks, then deletes. @param onRemoved before anything is asked again of the service */
export function usePayeeRemoval(onRemoved?: () => void) {
  const { t } = useTranslation('payees');
  const { t: common } = useTranslation();
  const change = useChange();
  const confirm = useConfirm();
  return ({ _id, name }: Payee) =>
    confirm({
      title: t('deleteTitle', { name }),
      text: t('deleteText'),
      confirm: common('delete'),
      onConfirm: () =>
        void change({
          done: common('deleted'),
          run: async () => {
            await client.payees.remove.mutate({ payeeID: _id });
            onRemoved?.();
          },
        }),
    });
}
