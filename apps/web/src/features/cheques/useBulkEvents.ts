import { allowedEvents } from '@daybook/domain';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { BulkForm } from '../../data/bulk-actions.ts';
import type { Cheque, RecordedKind } from '../../entities/cheques/cheque.ts';

const kinds = ['clear', 'present', 'bounce', 'stop', 'cancel'] as const satisfies readonly RecordedKind[];

/** What can be recorded of several cheques at once. @param ask opens the form of an event */
export function useBulkEvents(
  ask: (cheques: readonly Cheque[], kind: RecordedKind, onRecorded: () => void) => void,
): readonly BulkForm<Cheque>[] {
  const { t } = useTranslation('cheques');
  const { t: printing } = useTranslation('printing');
  const navigate = useNavigate();
  const list: BulkForm<Cheque> = {
    name: printing('listTitle'),
    needs: 'cheques.list',
    // The others were not handed over.
    isFor: ({ isCancelled }) => !isCancelled,
    open: (cheques) =>
      void navigate({ to: '/print/list', search: { ids: cheques.map(({ _id }) => _id).join() } as never }),
  };
  const events = kinds.map(
    (kind): BulkForm<Cheque> => ({
      name: kind === 'cancel' ? t('cancelMany') : t(`actions.${kind}`),
      needs: 'cheques.addEvents',
      isFor: (cheque) => allowedEvents(cheque).includes(kind),
      open: (cheques, onDone) => ask(cheques, kind, onDone),
    }),
  );
  return [...events, list];
}
