import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { refreshRecords } from '../api.ts';
import { useFailureNotice } from './errors.ts';

interface Change {
  readonly done: string;
  readonly run: () => Promise<unknown>;
  /** Takes it back; a button for it stands beside the notice. Only where that is safe. */
  readonly undo?: () => Promise<unknown>;
}

/** Makes a change outside a form, tells of it, and offers to take it back. */
export function useChange() {
  const { t } = useTranslation();
  const fail = useFailureNotice();
  const attempt = async (work: () => Promise<unknown>, done: () => void) => {
    try {
      await work();
      done();
    } catch (error) {
      fail(error);
    }
    await refreshRecords();
  };
  return ({ done, run, undo }: Change) =>
    attempt(run, () => {
      const id = notifications.show({
        autoClose: undo ? 8000 : 3000,
        message: undo ? (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{done}</Text>
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => {
                notifications.hide(id);
                void attempt(undo, () => notifications.show({ message: t('undone') }));
              }}
            >
              {t('undo')}
            </Button>
          </Group>
        ) : (
          done
        ),
      });
    });
}

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
