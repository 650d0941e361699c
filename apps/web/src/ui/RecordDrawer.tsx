import { Alert, Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from '../lib/focus.ts';
import { useConfirm } from './confirm.tsx';
import { SideDrawer } from './SideDrawer.tsx';

/** A form of a record, and what sends it; see `useRecordForm`. */
export interface RecordForm<V extends object> {
  readonly form: UseFormReturnType<V>;
  readonly submit: (event?: React.FormEvent<HTMLFormElement>) => void;
  readonly busy: boolean;
  /** What no field is at fault for. */
  readonly failure: string | undefined;
  /** What happened to the record so far. */
  readonly history?: ReactNode;
}

interface Props<V extends object> {
  readonly title: string;
  readonly record: RecordForm<V>;
  readonly onClose: () => void;
  /** Another drawer stands over this one: Escape is meant for that. */
  readonly covered?: boolean;
  readonly children: ReactNode;
}

/**
 * A form at the side of its list: Enter saves; Escape leaves, and asks first when something was typed. Mount it only
 * while it is open.
 */
export function RecordDrawer<V extends object>({
  title,
  record,
  onClose,
  covered = false,
  children,
}: Props<V>) {
  const { t } = useTranslation();
  useFocusReturn();
  const { submit, busy, failure, form } = record;
  const confirm = useConfirm();
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    if (!form.isDirty()) return onClose();
    setAsking(true);
    confirm({
      title: t('leaveTitle'),
      text: t('leaveText'),
      confirm: t('leave'),
      onConfirm: onClose,
      // Later: the Escape that closed the question is still on its way to this drawer.
      onClosed: () => setTimeout(() => setAsking(false)),
    });
  };
  return (
    <SideDrawer
      onClose={leave}
      // Else it is meant for what stands over this one.
      closeOnEscape={!covered && !isAsking}
      title={title}
      closeLabel={t('close')}
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
      {record.history}
    </SideDrawer>
  );
}
