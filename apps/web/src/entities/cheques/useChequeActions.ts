import { useTranslation } from 'react-i18next';
import { useChange } from '../../data/change.tsx';
import { recordSaving } from '../../data/record-client.ts';
import { useRemoval } from '../../data/removal.ts';
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
  const change = useChange('cheques');

  const cancel = (cheque: Cheque) => {
    const { serial, isCancelled } = cheque;
    void change({
      done: t(isCancelled ? 'restored' : 'cancelled', { serial }),
      ...setCancelled(cheque, !isCancelled),
      undo: (saved = cheque) => setCancelled(saved, isCancelled),
    });
  };

  const remove = useRemoval<Cheque>({ resource: 'cheques' });
  return { cancel, remove };
}
