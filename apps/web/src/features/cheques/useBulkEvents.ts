import { allowedEvents } from '@daybook/domain';
import { useTranslation } from 'react-i18next';
import type { BulkForm } from '../../data/bulk-actions.ts';
import type { Cheque, RecordedKind } from '../../entities/cheques/cheque.ts';

const kinds = ['clear', 'present', 'bounce', 'stop', 'cancel'] as const satisfies readonly RecordedKind[];

/** What can be recorded of several cheques at once. @param ask opens the form of an event */
export function useBulkEvents(
  ask: (cheques: readonly Cheque[], kind: RecordedKind, onRecorded: () => void) => void,
): readonly BulkForm<Cheque>[] {
  const { t } = useTranslation('cheques');
  return kinds.map((kind) => ({
    name: kind === 'cancel' ? t('cancelMany') : t(`actions.${kind}`),
    needs: 'cheques.addEvents',
    isFor: (cheque) => allowedEvents(cheque).includes(kind),
    open: (cheques, onDone) => ask(cheques, kind, onDone),
  }));
}
