import { useTranslation } from 'react-i18next';
import { useChange } from '../../data/change.tsx';
import { useMay } from '../../data/me.ts';
import { recordSaving } from '../../data/record-client.ts';
import { useRemoval } from '../../data/removal.ts';
import { useFormat } from '../../lib/format.ts';
import { saveChanges } from '../../lib/record-changes.ts';
import type { Cheque } from './cheque.ts';

const baseOf = ({ version, isCancelled }: Cheque) => ({ version, values: { isCancelled } });

/** Cancels or restores it; what somebody has changed meanwhile stays. */
const setCancelled = (cheque: Cheque, isCancelled: boolean) => ({
  shows: { id: cheque._id, row: { ...cheque, isCancelled } },
  run: () => saveChanges(baseOf(cheque), { isCancelled }, recordSaving('cheques', cheque._id, baseOf)),
});

/** What can be done to a cheque without a form. */
export function useChequeActions() {
  const { t } = useTranslation('cheques');
  const { money } = useFormat();
  const may = useMay();
  const change = useChange('cheques');

  const cancel = (cheque: Cheque) => {
    const { serial, isCancelled } = cheque;
    void change({
      done: t(isCancelled ? 'restored' : 'cancelled', { serial }),
      ...setCancelled(cheque, !isCancelled),
      undo: (saved = cheque) => setCancelled(saved, isCancelled),
    });
  };

  const remove = useRemoval<Cheque>({
    resource: 'cheques',
    question: ({ serial, payeeName, value, isCancelled }) => ({
      title: t('deleteTitle', { serial }),
      text: [
        t('deleteText', { payee: payeeName, value: money(value) }),
        !isCancelled && may('cheques.update') ? t('deleteHint') : '',
      ].join(' '),
    }),
  });
  return { cancel, remove };
}
