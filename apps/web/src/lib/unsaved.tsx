import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

interface Address {
  readonly pathname: string;
  readonly search: object;
}

/**
 * Asks before what was typed is lost by leaving.
 * @param isSame whether both addresses show what was typed, so that nothing is lost between them
 */
export function useUnsaved(
  isDirty: boolean,
  isSame: (current: Address, next: Address) => boolean = () => false,
) {
  const { t } = useTranslation();
  const ask = () =>
    new Promise<boolean>((resolve) => {
      modals.openConfirmModal({
        title: t('unsaved.title'),
        children: <Text size="sm">{t('unsaved.text')}</Text>,
        labels: { confirm: t('unsaved.leave'), cancel: t('unsaved.stay') },
        confirmProps: { color: 'red' },
        closeButtonProps: { 'aria-label': t('close') },
        onConfirm: () => resolve(true),
        onClose: () => resolve(false),
      });
    });
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    // Whose session is over cannot stay.
    shouldBlockFn: async ({ current, next }) =>
      next.pathname !== '/login' && !isSame(current, next) && !(await ask()),
  });
}
