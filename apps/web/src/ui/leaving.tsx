import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hasUnsaved } from '../lib/unsaved.ts';
import { useConfirm } from './confirm.tsx';

/** Asks whether what was typed is to be lost. */
export function useDiscarding() {
  const { t } = useTranslation();
  const confirm = useConfirm();
  return () =>
    new Promise<boolean>((resolve) => {
      confirm({
        title: t('unsaved.title'),
        text: t('unsaved.text'),
        confirm: t('unsaved.discard'),
        cancel: t('unsaved.keep'),
        onConfirm: () => resolve(true),
        // Later: the Escape that closed the question is still on its way to what is under it.
        onClosed: () => setTimeout(() => resolve(false)),
      });
    });
}

/** Asks where something typed would be lost; else goes on at once. */
export function useLeaving() {
  const discard = useDiscarding();
  return async (go: () => void) => {
    if (!hasUnsaved() || (await discard())) go();
  };
}

/** The one guard of every form, sheet and editor: against links, the browser's Back, reloading and closing. */
export function UnsavedGuard() {
  const discard = useDiscarding();
  useBlocker({
    enableBeforeUnload: () => hasUnsaved(),
    // Whose session is over cannot stay.
    shouldBlockFn: async ({ current, next }) =>
      next.pathname !== '/login' && hasUnsaved(current, next) && !(await discard()),
  });
  return null;
}
