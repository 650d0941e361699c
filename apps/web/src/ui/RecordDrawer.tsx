import { Alert, Box, Button, Drawer, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnouncement } from '../lib/announce.ts';
import { useFocusReturn } from '../lib/focus.ts';
import { useUnsaved } from '../lib/unsaved.ts';
import { BusyButton } from './BusyButton.tsx';
import { useDiscarding } from './confirm.tsx';

interface SideDrawerProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly closeOnEscape: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog at the side. It is described by its title alone: with `Drawer.Body` all that is in it would be read first. */
const SideDrawer = ({ title, closeLabel, children, ...props }: SideDrawerProps) => (
  <Drawer.Root opened position="right" size="md" {...props}>
    <Drawer.Overlay />
    <Drawer.Content>
      <Drawer.Header>
        <Drawer.Title>{title}</Drawer.Title>
        <Drawer.CloseButton aria-label={closeLabel} />
      </Drawer.Header>
      <Box p="md" pt={0}>
        {children}
      </Box>
    </Drawer.Content>
  </Drawer.Root>
);

/** A form of a record, and what sends it; see `useRecordForm`. */
export interface RecordForm<V extends object> {
  readonly form: UseFormReturnType<V>;
  readonly submit: (event?: React.FormEvent<HTMLFormElement>) => void;
  /** Saves a new record and begins another. */
  readonly submitAndNext?: () => void;
  readonly busy: boolean;
  /** Waits no longer for the answer, and lets what was typed stand. */
  readonly stopWaiting?: () => void;
  /** What no field is at fault for. */
  readonly failure: string | undefined;
  /** What somebody else has done to the record, and what shows it in the form. */
  readonly meanwhile?: { readonly text: string; readonly show?: () => void };
  /** Above the fields: why some cannot be changed. */
  readonly notice?: ReactNode;
  /** What happened to the record so far. */
  readonly history?: ReactNode;
}

interface RecordDrawerProps<V extends object> {
  readonly title: string;
  readonly record: RecordForm<V>;
  readonly onClose: () => void;
  /** Another drawer stands over this one: Escape is meant for that. */
  readonly covered?: boolean;
  /** What the button says that sends the form, if not that it saves. */
  readonly submitText?: string;
  readonly children: ReactNode;
}

const patienceMs = 5000;

/** Said of a save that takes long, with the way out of it. */
function SlowSave({ onStop }: { readonly onStop: () => void }) {
  const { t } = useTranslation();
  const [isLong, setLong] = useState(false);
  useAnnouncement(t(isLong ? 'savingLong' : 'saving'));
  useEffect(() => {
    const timer = setTimeout(setLong, patienceMs, true);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <Alert color="orange">
      {t('savingLong')}
      <Group mt="xs">
        <Button size="xs" variant="default" onClick={onStop}>
          {t('goOnEditing')}
        </Button>
      </Group>
    </Alert>
  );
}

/** What somebody else has done to what stands in a form. */
export function Meanwhile({ text, show }: NonNullable<RecordForm<object>['meanwhile']>) {
  const { t } = useTranslation();
  return (
    <Alert color="orange" role="status" py="xs">
      <Group justify="space-between" gap="xs">
        {text}
        {show && (
          <Button size="compact-sm" variant="default" onClick={show}>
            {t('live.show')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/**
 * A form at the side of its list: Enter saves, with Ctrl it begins the next as well; Escape, Cancel and a click outside leave, and ask first when something was
 * typed. Mount it only while it is open.
 */
export function RecordDrawer<V extends object>({
  title,
  record,
  onClose,
  covered = false,
  submitText,
  children,
}: RecordDrawerProps<V>) {
  const { t } = useTranslation();
  useFocusReturn();
  const { submit, submitAndNext, busy, stopWaiting, failure, form } = record;
  const discard = useDiscarding();
  const [isAsking, setAsking] = useState(false);
  const fields = useRef<HTMLFormElement>(null);
  /** A text in a picker that is none of its choices is no value yet. */
  const hasUnchosen = () => fields.current?.querySelector('[data-unchosen]') != null;
  useUnsaved(hasUnchosen);
  const leave = async () => {
    if (!form.isDirty() && !hasUnchosen()) return onClose();
    setAsking(true);
    const isOver = await discard();
    setAsking(false);
    if (isOver) onClose();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!busy) (submitAndNext ?? submit)();
  };
  return (
    <SideDrawer
      onClose={() => void leave()}
      // Else it is meant for what stands over this one.
      closeOnEscape={!covered && !isAsking}
      title={title}
      closeLabel={t('close')}
    >
      <form ref={fields} onSubmit={submit} onKeyDown={pressed} noValidate>
        <Stack gap="sm">
          {record.meanwhile && <Meanwhile {...record.meanwhile} />}
          {record.notice}
          {children}
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          {busy && stopWaiting && <SlowSave onStop={stopWaiting} />}
          <Group justify="flex-end" className="drawer-buttons">
            {submitAndNext && (
              <Button
                component={BusyButton}
                className="save-and-next"
                variant="light"
                disabled={busy}
                aria-keyshortcuts="Control+Enter Meta+Enter"
                onClick={submitAndNext}
              >
                {t('saveAndNext')}
              </Button>
            )}
            <Button variant="default" onClick={() => void leave()}>
              {t('cancel')}
            </Button>
            <Button component={BusyButton} type="submit" loading={busy}>
              {submitText ?? t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
      {record.history}
    </SideDrawer>
  );
}
