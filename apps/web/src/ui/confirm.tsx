import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';

interface Question {
  readonly title: string;
  /** What it means: what is lost, what stays. */
  readonly text: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
  /** Also after that. */
  readonly onClosed?: () => void;
}

/** Asks before something that cannot be taken back. */
export function useConfirm() {
  const { t } = useTranslation();
  return ({ title, text, confirm, onConfirm, onClosed }: Question) =>
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm, cancel: t('cancel') },
      confirmProps: { color: 'red' },
      closeButtonProps: { 'aria-label': t('close') },
      onConfirm,
      ...(onClosed && { onClose: onClosed }),
    });
}
