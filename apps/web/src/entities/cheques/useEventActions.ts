import { allowedEvents, type ChequeEventKind } from '@daybook/domain';
import {
  type Icon,
  IconArrowBackUp,
  IconBan,
  IconBuildingBank,
  IconCalendarPlus,
  IconCheck,
  IconHandStop,
  IconPlayerPlay,
  IconReceiptRefund,
  IconReplace,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { useFormat } from '../../lib/format.ts';
import type { RowAction } from '../../ui/RowActions.tsx';
import { type Cheque, likelyEvents, type RecordedKind } from './cheque.ts';
import { useChequeEvents } from './useChequeEvents.ts';

const icons: Readonly<Record<Exclude<ChequeEventKind, 'undo'>, Icon>> = {
  present: IconBuildingBank,
  clear: IconCheck,
  bounce: IconReceiptRefund,
  stop: IconHandStop,
  release: IconPlayerPlay,
  cancel: IconBan,
  reinstate: IconArrowBackUp,
  replace: IconReplace,
};

/** Events of which one wants to say more than that they happened. */
const asked: ReadonlySet<RecordedKind> = new Set<RecordedKind>(['bounce', 'stop']);
const dangerous: ReadonlySet<ChequeEventKind> = new Set<ChequeEventKind>(['stop', 'cancel']);

const isAgain = ({ attempts }: Cheque, kind: ChequeEventKind) => kind === 'present' && attempts > 0;

interface Forms {
  /** Opens the form of an event; without a kind one is chosen there. */
  readonly onEvent: (cheque: Cheque, kind?: RecordedKind) => void;
  readonly onReplace: (cheque: Cheque) => void;
}

/** What can happen to a cheque as it is, the likeliest first. */
export function useEventActions({ onEvent, onReplace }: Forms) {
  const { t } = useTranslation('cheques');
  const { today } = useFormat();
  const may = useMay();
  const { record } = useChequeEvents();
  const run = (cheque: Cheque, kind: Exclude<ChequeEventKind, 'undo'>) => {
    if (kind === 'replace') return onReplace(cheque);
    if (asked.has(kind)) return onEvent(cheque, kind);
    void record([cheque], { kind });
  };
  return (cheque: Cheque): RowAction[] => {
    if (!may('cheques.addEvent')) return [];
    const likely = likelyEvents(cheque, today());
    const allowed = allowedEvents(cheque).filter((kind) => kind !== 'undo');
    const ordered = [...likely, ...allowed.filter((kind) => !likely.includes(kind))] as typeof allowed;
    return [
      ...ordered
        .filter((kind) => kind !== 'replace' || may('cheques.replace'))
        .map((kind) => ({
          text: isAgain(cheque, kind) ? t('presentAgain') : t(`actions.${kind}`),
          icon: icons[kind],
          run: () => run(cheque, kind),
          isNext: kind === likely[0],
          isButton: likely.includes(kind),
          isDangerous: dangerous.has(kind),
        })),
      {
        text: t('anotherDay'),
        icon: IconCalendarPlus,
        run: () => onEvent(cheque),
      },
    ];
  };
}
