import type { ChequeStatus as Status } from '@daybook/domain';
import { VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconBuildingBank,
  IconCalendarDue,
  IconCheck,
  IconClock,
  IconHandStop,
  IconReceiptRefund,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { Chip } from '../../ui/Chip.tsx';
import { type Cheque, type ChequeState, stateOf } from './cheque.ts';
import './cheques.css';

const looks = {
  issued: { icon: IconCalendarDue, tone: 'quiet' },
  presented: { icon: IconBuildingBank, tone: 'info' },
  bounced: { icon: IconReceiptRefund, tone: 'danger' },
  cleared: { icon: IconCheck, tone: 'success' },
  stopped: { icon: IconHandStop, tone: 'quiet' },
  cancelled: { icon: IconBan, tone: 'quiet' },
} as const satisfies Record<Status, object>;

const urgent = {
  overdue: { icon: IconAlertTriangle, tone: 'danger' },
  soon: { icon: IconClock, tone: 'warning' },
} as const;

const isUrgent = (state: ChequeState): state is keyof typeof urgent => state in urgent;

type Dated = Pick<Cheque, 'status' | 'dueDate' | 'isStale'>;

/** The status in a word, and beside it, while the cheque is open, that it is stale, overdue or due soon. */
export function useStatusWords() {
  const { t } = useTranslation('cheques');
  const { today } = useFormat();
  return (cheque: Dated): readonly string[] => {
    const state = cheque.isStale ? 'stale' : stateOf(cheque, today());
    return [
      t(`statuses.${cheque.status}`),
      ...(state === 'stale' || isUrgent(state) ? [t(`states.${state}`)] : []),
    ];
  };
}

const capitalised = (text: string, locale: string) =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** Words and an icon, as well as a colour. */
export function ChequeStatus({ cheque }: { readonly cheque: Dated }) {
  const words = useStatusWords()(cheque);
  const { today, locale } = useFormat();
  const state = stateOf(cheque, today());
  const { icon, tone } = looks[cheque.status];
  const isNarrow = useIsNarrow();
  // Where there is little room, the word that says more; the colour says the other.
  const ordered = cheque.status === 'issued' ? words.toReversed() : words;
  const [shown, hidden] = isNarrow ? [ordered.slice(0, 1), ordered.slice(1)] : [words, []];
  return (
    <Chip icon={icon} tone={isUrgent(state) ? urgent[state].tone : tone}>
      {capitalised(shown.join(' · '), locale)}
      {hidden.length > 0 && <VisuallyHidden>{` · ${hidden.join()}`}</VisuallyHidden>}
    </Chip>
  );
}

/** The icon alone, for where the words stand elsewhere. */
export function StateIcon({ state }: { readonly state: ChequeState }) {
  const look = isUrgent(state) ? urgent[state] : looks[state === 'due' ? 'issued' : state];
  return <look.icon size={16} className={`state-icon ${state}`} aria-hidden />;
}
