import { useTranslation } from 'react-i18next';
import { api, client, queryClient } from '../../api.ts';
import { useChange, useConfirm } from '../../lib/change.tsx';
import { useFormat } from '../../lib/format.ts';
import { useMay } from '../../lib/me.ts';
import type { Cheque } from './cheque.ts';
import { type Held, withCancelled } from './optimistic.ts';

/** Shown as done before the service answers; what it says is asked again in any case. */
async function showCancelled(chequeID: string, isCancelled: boolean) {
  const lists = api.cheques.list.pathFilter();
  await queryClient.cancelQueries(lists);
  queryClient.setQueriesData<Held>(lists, (held) => withCancelled(held, chequeID, isCancelled));
}

async function setCancelled(chequeID: string, isCancelled: boolean) {
  await showCancelled(chequeID, isCancelled);
  await client.cheques.update.mutate({ chequeID, isCancelled });
}

/** What can be done to a cheque without a form. */
export function useChequeDeeds() {
  const { t } = useTranslation('cheques');
  const { t: common } = useTranslation();
  const { money } = useFormat();
  const may = useMay();
  const change = useChange();
  const confirm = useConfirm();

  const cancel = ({ _id, serial, isCancelled }: Cheque) =>
    void change({
      done: t(isCancelled ? 'restored' : 'cancelled', { serial }),
      run: () => setCancelled(_id, !isCancelled),
      undo: () => setCancelled(_id, isCancelled),
    });

  const remove = ({ _id, serial, payeeName, value, isCancelled }: Cheque) =>
    confirm({
      title: t('deleteTitle', { serial }),
      text: [
        t('deleteText', { payee: payeeName, value: money(value) }),
        !isCancelled && may('cheques.update') ? t('deleteHint') : '',
      ].join(' '),
      confirm: common('delete'),
      onConfirm: () =>
        void change({ done: common('deleted'), run: () => client.cheques.remove.mutate({ chequeID: _id }) }),
    });

  return { cancel, remove };
}
