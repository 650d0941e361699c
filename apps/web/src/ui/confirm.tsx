import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

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
