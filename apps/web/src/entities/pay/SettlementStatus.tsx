import { IconBan, IconCheck, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/Chip.tsx';
import type { Settlement } from './settlements.ts';

const looks = {
  issued: { icon: IconFileText, tone: 'info' },
  acknowledged: { icon: IconCheck, tone: 'success' },
  void: { icon: IconBan, tone: 'quiet' },
} as const satisfies Record<Settlement['status'], object>;

/** How a settlement stands, in a word. */
export function SettlementStatus({ status }: Pick<Settlement, 'status'>) {
  const { t } = useTranslation('settlements');
  return <Chip {...looks[status]}>{t(`statuses.${status}`)}</Chip>;
}
