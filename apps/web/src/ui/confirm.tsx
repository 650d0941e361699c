import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasUnsaved } from '../lib/unsaved.ts';

interface Question {
  readonly title: string;
  /** What it means: what is lost, what stays. */
  readonly text: ReactNode;
  readonly confirm: string;
  /** Of the button that leaves everything as it is. */
  readonly cancel?: string;
  /** Nothing is lost by it. */
  readonly isHarmless?: boolean;
  readonly onConfirm: () => void;
  /** Also after that. */
  readonly onClosed?: () => void;
}

/** Asks before something that cannot be taken back. */
export function useConfirm() {
  const { t } = useTranslation();
  return ({ title, text, confirm, cancel = t('cancel'), isHarmless, onConfirm, onClosed }: Question) =>
    modals.openConfirmModal({
      title,
      children: (
        <Text size="sm" component="div">
          {text}
        </Text>
      ),
      labels: { confirm, cancel },
      // A darker red than that of other things: white on it can be read.
      confirmProps: isHarmless ? {} : { color: 'red.9' },
      // Whoever presses Enter without reading loses nothing.
      cancelProps: { 'data-autofocus': true },
      centered: true,
      closeButtonProps: { 'aria-label': t('close') },
      onConfirm,
      ...(onClosed && { onClose: onClosed }),
    });
}

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
