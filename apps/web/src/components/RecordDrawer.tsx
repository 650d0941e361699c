import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from '../lib/focus.ts';
import type { RecordForm } from '../lib/form.ts';

interface Props<V extends object> {
  readonly title: string;
  readonly record: RecordForm<V>;
  readonly onClose: () => void;
  /** Another drawer stands over this one: Escape is meant for that. */
  readonly covered?: boolean;
  readonly children: ReactNode;
}

/** A form at the side of its list: Enter saves, Escape leaves. Mount it only while it is open. */
export function RecordDrawer<V extends object>({
  title,
  record,
  onClose,
  covered = false,
  children,
}: Props<V>) {
  const { t } = useTranslation();
  useFocusReturn();
  const { submit, busy, failure } = record;
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      // A click beside it must not throw away what was typed.
      closeOnClickOutside={!record.form.isDirty()}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {children}
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  );
}
