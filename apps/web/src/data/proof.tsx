import { isApiError } from '@daybook/client';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../lib/errors.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { CodeInput, PasswordField } from '../ui/passwords.tsx';

const needsCode = (error: unknown) =>
  isApiError(error) &&
  (error.data.code === 'SECOND_FACTOR_REQUIRED' || error.data.code === 'SECOND_FACTOR_WRONG');

type Send = (proof: { readonly password: string; readonly code?: string }) => Promise<unknown>;

interface Props {
  readonly send: Send;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The password, and a code of who has a second factor. */
function ProofForm({ send, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    setBusy(true);
    try {
      const typed = code.current?.value.trim();
      await send({
        password: password.current?.value ?? '',
        ...(typed && { code: typed }),
      });
      onDone();
    } catch (error) {
      setBusy(false);
      if (!needsCode(error)) {
        setFailure(error);
        password.current?.select();
        return;
      }
      // Asked for the first time, it is no failure.
      if (asksCode) setFailure(error);
      setAsksCode(true);
      code.current?.select();
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{t('proof.text')}</Text>
        <PasswordField
          ref={password}
          name="password"
          label={t('proof.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
        />
        {asksCode && (
          <CodeInput ref={code} name="code" description={t('proof.codeText')} inputMode="text" autoFocus />
        )}
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button component={BusyButton} type="submit" loading={busy}>
            {t('proof.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Asks for the password, as the log-in is too long ago for what somebody does: says whether it was given. */
export const askProof = (send: Send) =>
  new Promise<boolean>((resolve) => {
    const modalId = 'proof';
    const close = () => modals.close(modalId);
    modals.open({
      modalId,
      title: i18next.t('proof.title'),
      centered: true,
      closeButtonProps: { 'aria-label': i18next.t('close') },
      // Above the form that waits for it.
      zIndex: 400,
      closeOnClickOutside: false,
      onClose: () => resolve(false),
      children: (
        <ProofForm
          send={send}
          onDone={() => {
            resolve(true);
            close();
          }}
          onCancel={close}
        />
      ),
    });
  });
