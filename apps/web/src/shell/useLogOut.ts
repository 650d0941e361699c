import { useTranslation } from 'react-i18next';
import { countUnsent, discardUnsent } from '../data/outbox/unsent.ts';
import { session } from '../session.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useLeaving } from '../ui/leaving.tsx';

/** Logs out; asks before that where something would be lost. */
export function useLogOut() {
  const { t } = useTranslation('logs');
  const leave = useLeaving();
  const confirm = useConfirm();
  const end = () => void discardUnsent().finally(() => session.logOut());
  const ask = () => {
    const count = countUnsent();
    if (count === 0) return end();
    confirm({
      title: t('waiting.count', { count }),
      text: t('waiting.logOutText'),
      confirm: t('waiting.logOut'),
      onConfirm: end,
    });
  };
  return () => void leave(ask);
}
