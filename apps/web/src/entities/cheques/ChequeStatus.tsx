import './cheques.css';
import { IconAlertTriangle, IconBan, IconCalendarDue, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/Chip.tsx';
import type { ChequeState } from './cheque.ts';

// What is overdue stays so for ever, most of a register in the end: the chip says so, the row stays calm.
const looks = {
  overdue: { icon: IconAlertTriangle, tone: 'danger' },
  soon: { icon: IconClock, tone: 'warning' },
  due: { icon: IconCalendarDue, tone: 'quiet' },
  cancelled: { icon: IconBan, tone: 'quiet' },
} as const;

interface Props {
  readonly state: ChequeState;
}

/** A word and an icon, as well as a colour. */
export function ChequeStatus({ state }: Props) {
  const { t } = useTranslation('cheques');
  return <Chip {...looks[state]}>{t(`states.${state}`)}</Chip>;
}

/** The icon alone, for where the word stands elsewhere. */
export function StateIcon({ state }: Props) {
  const { icon: Icon } = looks[state];
  return <Icon size={16} className={`state-icon ${state}`} aria-hidden />;
}
