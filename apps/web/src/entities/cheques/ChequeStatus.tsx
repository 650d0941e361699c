import './cheques.css';
import { IconAlertTriangle, IconBan, IconCalendarDue, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ChequeState } from './cheque.ts';

const icons = {
  overdue: IconAlertTriangle,
  soon: IconClock,
  due: IconCalendarDue,
  cancelled: IconBan,
} as const;

interface Props {
  readonly state: ChequeState;
}

/** A word and an icon, as well as a colour. */
export function ChequeStatus({ state }: Props) {
  const { t } = useTranslation('cheques');
  return (
    <span className={`cheque-state ${state}`}>
      <StateIcon state={state} />
      {t(`states.${state}`)}
    </span>
  );
}

/** The icon alone, for where the word stands elsewhere. */
export function StateIcon({ state }: Props) {
  const Icon = icons[state];
  return <Icon size={16} className={`state-icon ${state}`} aria-hidden />;
}
